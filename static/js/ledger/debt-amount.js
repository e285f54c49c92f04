// Puts the open amount of the chosen debt into the amount of the form, unless another was typed.

for (const debts of document.querySelectorAll("select[data-debts]")) {
  const amount = debts.form.elements.namedItem("amount");
  if (!amount) continue;
  let filled = "";
  debts.addEventListener("change", () => {
    if (amount.value && amount.value !== filled) return;
    filled = debts.selectedOptions[0].dataset.amount ?? "";
    amount.value = filled;
  });
}
