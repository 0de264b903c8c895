/** Elements without a framework, and the one place that shows them. */

type Child = Node | string | false | undefined;
type Properties = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;

/** An element; functions are listeners (`onclick`), all else is an attribute. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** A remark with its tone: ok, no, warn, info. */
export function notice(tone: string, title: string, ...more: Child[]): HTMLElement {
  return el('div', { class: `notice ${tone}` }, el('strong', {}, title), ...more.map((one) => one && el('p', {}, one)));
}

export function button(text: string, tone: string, press: () => void): HTMLButtonElement {
  return el('button', { type: 'button', class: tone, onclick: press }, text);
}

/** Names and what they are. */
export function facts(list: readonly (readonly [string, string])[]): HTMLElement {
  const shown = list.filter(([, value]) => value !== '');
  return el(
    'dl',
    {},
    ...shown.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, el('bdi', {}, value)))),
  );
}

const said = el('p', { role: 'status', class: 'hidden' });
let shown: HTMLElement | undefined;

/** The frame of the page: its name, and below it one thing at a time. */
export function frame(title: string): void {
  document.body.append(el('header', {}, el('h1', {}, title)), el('main', {}), said);
  document.title = title;
}

/** Puts a screen in the place of the one before; the focus goes to its heading, or to the field that is to be filled. */
export function show(title: string, ...children: Child[]): HTMLElement {
  const heading = el('h2', { tabindex: -1 }, title);
  shown = el('section', {}, heading, ...children);
  document.querySelector('main')?.replaceChildren(shown);
  (shown.querySelector<HTMLElement>('[autofocus]') ?? heading).focus({ preventScroll: true });
  return shown;
}

/** Has a text read out. */
export function say(text: string): void {
  if (said.textContent !== text) said.textContent = text;
}
