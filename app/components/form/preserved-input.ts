import type { FormResult } from "~server/forms/form";
import { isBack } from "./came-back";
import { isNetworkFailure } from "~/components/feedback/network-failure";
import { stayWhileOffline } from "~/components/feedback/offline-notice";

/** Restores a page's input after a return or a language switch. Passwords, codes and files are never preserved. */

/** Each page has its own key, because the next one has forms too. */
const keyOfPage = () => `typed:${location.pathname}`;
/** This is long enough for a language switch. */
const SWITCH_MS = 60_000;
/** This is long enough to read a response and come back. */
const PRESERVED_MS = 30 * 60_000;
const NEVER = ["password", "hidden", "file", "submit"];
const CODES = ["googleCode", "smsCode", "emailCode"];
/** Sending the quantity does not complete its form: after signing in, a visitor continues with it. */
const QUANTITY = "buyAmount";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Leaving = "sent" | "switched" | "left";

interface PreservedInput {
  atMs: number;
  leaving: Leaving;
  search: string;
  /** The visitor whose session it was; undefined if signed out. */
  visitor: string | undefined;
  fields: Record<string, string | boolean>;
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

function isTyped(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  return "defaultValue" in control && control.value !== control.defaultValue;
}

function controls(): Record<string, Control> {
  const found: Record<string, Control> = {};
  const counts: Record<string, number> = {};
  document.querySelectorAll<Control>("main input, main textarea, main select").forEach((control) => {
    const { name, type } = control;
    // A choice in a GET form is in the address as soon as it is made.
    const isApplied = control instanceof HTMLSelectElement && control.form?.method === "get";
    if (!name || NEVER.indexOf(type) >= 0 || CODES.indexOf(name) >= 0 || isApplied) return;
    // A visible password has a type other than "password".
    if (control.autocomplete === "one-time-code" || control.autocomplete.indexOf("password") >= 0) return;
    const number = (counts[name] = (counts[name] ?? 0) + 1);
    found[`${name} ${number}`] = control;
  });
  return found;
}

/** Stores the input as long as this tab is open. After a form was sent, stores only the fields still in use. */
function storeInput(leaving: Leaving): void {
  const { search } = location;
  const { visitor } = document.body.dataset;
  try {
    const fields: PreservedInput["fields"] = {};
    const found = controls();
    for (const key of Object.keys(found)) {
      const control = found[key];
      if (!control || (leaving === "sent" && control.name !== QUANTITY)) continue;
      fields[key] = isBox(control) ? control.checked : control.value;
    }
    if (Object.keys(fields).length === 0) return sessionStorage.removeItem(keyOfPage());
    sessionStorage.setItem(
      keyOfPage(),
      JSON.stringify({ atMs: Date.now(), leaving, search, visitor, fields } satisfies PreservedInput),
    );
  } catch {
    // There is no storage or it is full; the page then returns with the posted values.
  }
}

/** True after the browser's Back, or a return from the contact form, which preserves less of the query. */
function isComeBack({ search }: PreservedInput): boolean {
  if (isBack()) return search === location.search;
  return document.referrer.indexOf(`${location.origin}/LeavingMessage`) === 0;
}

/** Restores, once, the input that `storeInput` preserved, with events as if a person typed it. */
function restoreTyping(): void {
  let preserved: PreservedInput | null = null;
  try {
    preserved = JSON.parse(sessionStorage.getItem(keyOfPage()) ?? "null") as PreservedInput | null;
    sessionStorage.removeItem(keyOfPage());
  } catch {
    return;
  }
  if (!preserved) return;
  // Somebody else may have signed in since. A visitor who signs in after typing continues.
  if (preserved.visitor && preserved.visitor !== document.body.dataset.visitor) return;
  const isSwitched = preserved.leaving === "switched";
  if (
    Math.abs(Date.now() - preserved.atMs) > (isSwitched ? SWITCH_MS : PRESERVED_MS) ||
    !(isSwitched || isComeBack(preserved))
  )
    return;
  const found = controls();
  for (const key of Object.keys(preserved.fields)) {
    const control = found[key];
    const before = preserved.fields[key];
    // Input typed during this navigation is newer, so it stays.
    if (control && before !== undefined && !isTyped(control)) type(control, before);
  }
}

/** Focuses the heading if the language switch is invisible; `focusHeading` would make every page heavier. */
function focusAfterSwitch(): void {
  const heading = document.querySelector("h1");
  if (!heading || document.activeElement !== document.body || !/^#(language|menu)$/.test(location.hash)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Matches the title or heading of a page about a server failure, which is temporary, so the form stays open. */
const UNAVAILABLE = /<(?:title|h1)\b[^<]{0,99}\b5\d\d\b/i;

/** Returns true if another page came instead of the response to a form, such as a challenge or a proxy's refusal. */
function isIntercepted(): boolean {
  const results: Record<string, Partial<FormResult> | null> = window.__remixRouter.state.actionData ?? {};
  return Object.keys(results).some((route) => {
    const lastResult = results[route]?.lastResult;
    const page = isNetworkFailure(lastResult) ? String(lastResult.instead) : "";
    return /<(?:html|title|h1|body)\b/i.test(page) && !UNAVAILABLE.test(page);
  });
}

/** Preserves and restores this page's input (behaviour 10.47); `offline` is the notice that there is no network. */
export function startPreservingInput(offline: string): void {
  stayWhileOffline(offline);
  restoreTyping();
  focusAfterSwitch();
  let leaving: Leaving = "left";
  document.addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      // Without a network nothing is sent and the form says so. If there is one after all, it is submitted again.
      if (!navigator.onLine) return;
      // Only a document can show or pass the other page. Posting twice is safe: the form's token works once.
      const isBlocked = isIntercepted();
      // The browser itself sends the form and returns to its language button, as without scripts.
      const isSwitch = (submitter as HTMLButtonElement | null)?.value.startsWith("language");
      if (isSwitch) event.stopPropagation();
      const form = target as HTMLFormElement;
      leaving = form.getAttribute("action") === "/Language" ? "switched" : isBlocked ? "left" : "sent";
      // The form's own listeners still run, such as a captcha's.
      if (isBlocked) form.addEventListener("submit", (own) => own.stopPropagation(), { once: true });
    },
    true,
  );
  // Input typed after a form was rejected has not been sent yet.
  document.addEventListener("input", () => (leaving = "left"));
  addEventListener("pagehide", () => storeInput(leaving));
}

function type(control: Control, before: string | boolean): void {
  if (isBox(control)) {
    if (control.checked !== before) control.click();
    return;
  }
  if (control.value === before || typeof before !== "string") return;
  // React treats a value as typed only if its own setter was bypassed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value")?.set?.call(control, before);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
