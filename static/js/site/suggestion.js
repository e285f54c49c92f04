// What is suggested in a field is there to be typed over: it is selected when the page comes.

document.querySelector("input[data-suggestion]")?.select();
