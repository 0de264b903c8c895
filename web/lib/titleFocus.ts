/** After a navigation the focus moves to the page's title, as soon as there is one. */
let wanted = false;

export function wantTitleFocus(): void {
  wanted = true;
}

/** True once per navigation: the first caller (the page header) takes the focus. */
export function takeTitleFocus(): boolean {
  const taken = wanted;
  wanted = false;
  return taken;
}
