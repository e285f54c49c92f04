// Selects the suggested text of a field, so that typing replaces it.

document.querySelector("input[data-suggestion]")?.select();
