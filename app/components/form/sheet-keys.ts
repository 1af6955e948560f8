import { useEffect, type RefObject } from "react";

/** The elements that the Tab key reaches in a sheet. */
const STOPS =
  "a[href], button:not([disabled]):not([tabindex='-1']), input:not([type=hidden]):not([disabled]), select, textarea, [tabindex='0']";

/**
 * With scripts, Esc closes an open sheet and Tab stays inside it. Esc presses the element that closes the sheet by
 * touch. Without this, Tab would reach elements outside the sheet (the skip link, a toast), and in a browser without
 * `inert` every element of the page.
 */
export function useSheetKeys(sheet: RefObject<HTMLElement>): void {
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      // Esc also cancels a word being composed (229; Safari says nothing else), and a form being sent must not lose its
      // page by accident.
      if (event.keyCode === 229 || sheet.current?.querySelector("[aria-busy=true]")) return;
      event.preventDefault();
      sheet.current?.querySelector<HTMLElement>(".sheet-head a, .sheet-head button")?.click();
    };
    const stayInside = (event: KeyboardEvent) => {
      const stops = Array.from(sheet.current?.querySelectorAll<HTMLElement>(STOPS) ?? []);
      const { activeElement } = document;
      // −1 outside and on the heading, where the browser handles Tab.
      const place = stops.findIndex((stop) => stop === activeElement);
      const leaves = event.shiftKey
        ? place <= 0
        : place === stops.length - 1 || !sheet.current?.contains(activeElement);
      if (!leaves) return;
      event.preventDefault();
      stops[event.shiftKey ? stops.length - 1 : 0]?.focus();
    };
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Escape") closeByKey(event);
      if (event.key === "Tab") stayInside(event);
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [sheet]);
}
