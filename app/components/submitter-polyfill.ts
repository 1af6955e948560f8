/**
 * Adds `submitter` to a form's submit event where the browser does not (Safari before 15.4): the actions of one form
 * are distinguished by that button's `intent`. To be called once, before React listens.
 */
export function nameSubmitter(): void {
  if (typeof SubmitEvent === "function" && "submitter" in SubmitEvent.prototype) return;
  let pressed: HTMLButtonElement | null = null;
  // Enter in a field clicks the form's first button too.
  addEventListener(
    "click",
    ({ target }) => (pressed = target instanceof Element ? target.closest<HTMLButtonElement>("button") : null),
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const submitter = pressed && event.target === pressed.form ? pressed : null;
      Object.defineProperty(event, "submitter", { value: submitter });
    },
    true,
  );
}
