// Controls. Each kind of input is read, written, set back and kept within its bounds in its own way; a figure's state
// lives in its inputs, so that a view can be built again from them at any time.

function readOut(value, pattern) {
  const [, comma, digits, type] = /^(,?)(?:\.(\d+))?([fd%]?)$/.exec(pattern);
  if (!type) return String(value).replace("-", "−");
  const places = Number(digits ?? 0);
  const grouping = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: Boolean(comma) };
  const number = (type === "%" ? 100 * value : value).toLocaleString("en-US", grouping);
  return number.replace("-", "−") + (type === "%" ? "%" : "");
}
const isTrue = (value) => String(value) === "true";
const truths = (value) => ["true", "false"].includes(value);
const radios = (group) => all("input", group);

// `takes`: whether a value from an address, a text that anyone may have written, is one that the input can have.
const kinds = {
  range: {
    read: (input) => Number(input.value),
    start: (input) => Number(input.defaultValue),
    takes: (input, value) => value.trim() && Number(value) >= Number(input.min) && Number(value) <= bounds.get(input),
    write(input, value) {
      if (Number(value) > Number(input.max)) input.max = value; // the view says how far it goes, and may not have yet
      input.value = value;
      const named = input.list && [...input.list.options].find((option) => Number(option.value) === Number(value));
      const text = named ? named.label : readOut(Number(value), input.dataset.format);
      input.closest(".slider, .step").querySelector("output").textContent = text;
      input.setAttribute("aria-valuetext", text);
    },
  },
  checkbox: {
    read: (input) => input.checked,
    start: (input) => input.defaultChecked,
    takes: (_, value) => truths(value),
    write: (input, value) => { input.checked = isTrue(value); },
  },
  text: {
    read: (input) => input.value,
    start: (input) => input.defaultValue,
    takes: (input, value) => value.length <= input.maxLength,
    write(input, value) { if (input.value !== value) input.value = value; }, // else the cursor would jump to the end
  },
  fieldset: {
    read: (group) => radios(group).find((radio) => radio.checked).value,
    start: (group) => radios(group).find((radio) => radio.defaultChecked).value,
    takes: (group, value) => radios(group).some((radio) => radio.value === value),
    write: (group, value) => { for (const radio of radios(group)) radio.checked = radio.value === String(value); },
  },
  button: {
    read: (button) => isTrue(button.dataset.value),
    start: (button) => isTrue(button.dataset.start),
    takes: (_, value) => truths(value),
    write(button, value) {
      button.dataset.value = isTrue(value);
      button.querySelector(".act").textContent = isTrue(value) ? "Pause" : "Play";
    },
  },
};
const kindOf = (control) => kinds[control.type];

// How far each slider can ever go: a view may shorten it for a while.
const bounds = new Map(all("input[type=range]").map((input) => [input, Number(input.max)]));
