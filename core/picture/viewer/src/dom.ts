// Elements of the page. Texts of a picture only reach the page as text nodes and attributes, so that none is read as HTML.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** A new element. `onclick` and the like are listeners; an attribute that is false or undefined is left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : `${value}`);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ''));
  return element;
}

/** A button with a symbol, whose purpose is its label. */
export function iconButton(
  symbol: string,
  label: string,
  onclick: () => void,
  more: Attributes = {},
): HTMLButtonElement {
  return el('button', { type: 'button', class: 'icon', title: label, 'aria-label': label, onclick, ...more }, symbol);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
