// Copying: a button for a text that readers take away. Where the clipboard is out of reach the text stays selected.
for (const button of all("[data-copy]")) {
  const text = document.getElementById(button.dataset.copy);
  const name = button.textContent;
  let telling = 0;
  button.hidden = false;
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(text);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
    }
    clearTimeout(telling);
    telling = setTimeout(() => { button.textContent = name; }, 2000);
  });
}

