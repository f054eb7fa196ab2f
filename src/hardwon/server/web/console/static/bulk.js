// Counts what is chosen in a list, and chooses all of it at once.
export function countChosen() {
  const form = document.querySelector("[data-bulk]");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input[name=id]")];
  const every = form.querySelector("[data-all]");
  const told = form.querySelector("[data-chosen]");
  const count = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    told.textContent = chosen ? `${chosen} chosen` : "";
    every.checked = chosen === boxes.length;
    every.indeterminate = chosen > 0 && chosen < boxes.length;
  };
  every.addEventListener("change", () => {
    for (const box of boxes) box.checked = every.checked;
    count();
  });
  for (const box of boxes) box.addEventListener("change", count);
  count();
}
