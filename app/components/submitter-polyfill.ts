/**
 * Tells a form's submission which button asked for it, where the browser does not (Safari before 15.4): a form with
 * several actions knows them apart by that button's `intent`. To be called once, before React listens.
 */
export function nameSubmitter(): void {
  if (typeof SubmitEvent === "function" && "submitter" in SubmitEvent.prototype) return;
  let pressed: HTMLButtonElement | null = null;
  // Enter in a field presses the form's first button, with a click of its own.
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
