/** Returns true if no element has the focus, because the focused element was removed or disabled. */
export function nothingHasFocus(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}

export function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Returns the control that a click or a key has pressed; for a form sent by Enter, the field with the focus. */
export function pressedControl({ target, detail }: MouseEvent) {
  const { activeElement } = document;
  // Enter in a field clicks a button that may be invisible. Safari does not focus a touched button.
  const byKey = detail === 0 && activeElement && activeElement !== document.body;
  const element = byKey ? activeElement : target instanceof Element ? target.closest("a[href], button") : null;
  if (!(element instanceof HTMLElement)) return undefined;
  return { element, id: element.id, name: element.getAttribute("name"), value: element.getAttribute("value") };
}

export type Control = NonNullable<ReturnType<typeof pressedControl>>;

function controlNow({ element, id, name, value }: Control): HTMLElement | undefined {
  if (document.contains(element)) return element;
  const byId = id ? document.getElementById(id) : null;
  if (byId) return byId;
  const alike = Array.from(document.querySelectorAll<HTMLElement>("main button:not([aria-hidden])"));
  return name === null
    ? undefined
    : alike.find((button) => button.getAttribute("name") === name && button.getAttribute("value") === value);
}

/** Returns the focus to a control; false if it was removed or disabled. */
export function focusAgain(control: Control | undefined): boolean {
  const element = control && controlNow(control);
  element?.focus();
  return element !== undefined && document.activeElement === element;
}
