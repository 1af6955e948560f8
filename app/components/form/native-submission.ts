import { useEffect, useState, type RefObject } from "react";

/** True if the browser itself is sending the form with this button, to load the response as a document. */
export function useNativeSubmission(button: RefObject<HTMLButtonElement>): boolean {
  const [sent, setSent] = useState(false);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let timer: number | undefined;
    const notice = (event: Event) => {
      const { submitter } = event as SubmitEvent;
      // Runs after all other listeners and after the form's data was collected, because a disabled button is not part
      // of it.
      timer = window.setTimeout(() => {
        if (!event.defaultPrevented && (submitter ?? button.current) === button.current) setSent(true);
      });
    };
    // A page restored from the back/forward cache has its former state.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setSent(false);
    form.addEventListener("submit", notice);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.clearTimeout(timer);
      form.removeEventListener("submit", notice);
      window.removeEventListener("pageshow", comeBack);
    };
  }, [button]);
  return sent;
}
