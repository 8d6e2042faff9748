// Colours, cards and motion change as they are chosen, so that one sees what one gets. Nothing is kept before "Save".

const root = document.documentElement;
const attributes = { theme: "theme", card_style: "cards", motion: "motion" };

document.getElementById("preferences").addEventListener("change", ({ target }) => {
  if (target.name in attributes) root.dataset[attributes[target.name]] = target.value;
});
