/** Whether no element has the focus: the one that had it was removed, or has been disabled since. */
export function nothingHasFocus(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}

/** Gives the focus to a heading, which a keyboard does not reach. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A control, so that it can be found again where it was rendered anew. */
export interface Control {
  element: HTMLElement;
  id: string;
  name: string | null;
  value: string | null;
}

/** The control that a click or a key has pressed; of a form sent by Enter, the field with the focus. */
export function pressedControl({ target, detail }: MouseEvent): Control | undefined {
  const { activeElement } = document;
  // Enter in a field clicks a button that it need not show. Safari gives no focus to a button that is touched.
  const byKey = detail === 0 && activeElement && activeElement !== document.body;
  const element = byKey ? activeElement : target instanceof Element ? target.closest("a[href], button") : null;
  if (!(element instanceof HTMLElement)) return undefined;
  return { element, id: element.id, name: element.getAttribute("name"), value: element.getAttribute("value") };
}

/** The same control of the page as it is now. */
function controlNow({ element, id, name, value }: Control): HTMLElement | undefined {
  if (document.contains(element)) return element;
  const byId = id ? document.getElementById(id) : null;
  if (byId) return byId;
  const alike = Array.from(document.querySelectorAll<HTMLElement>("main button:not([aria-hidden])"));
  return name === null
    ? undefined
    : alike.find((button) => button.getAttribute("name") === name && button.getAttribute("value") === value);
}

/**
 * Gives the focus back to a control.
 *
 * @returns whether it could take it: it may be gone, or disabled
 */
export function focusAgain(control: Control | undefined): boolean {
  const element = control && controlNow(control);
  element?.focus();
  return element !== undefined && document.activeElement === element;
}
