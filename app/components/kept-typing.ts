/**
 * What is typed into a page while its language is switched, where scripts run: the page comes back as a new document.
 * Passwords, codes and files are never kept, nor what the page itself put there.
 */

const KEY = "typed";
/** The page is back long before that. */
const KEPT_MS = 60_000;
const NEVER = ["password", "hidden", "file", "submit"];
const CODES = ["googleCode", "smsCode", "emailCode"];

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  page: string;
  atMs: number;
  /** Values, or whether a box is ticked, by name and number of the field. */
  fields: Record<string, string | boolean>;
}

const thisPage = () => location.pathname;
const isBox = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** The fields of the page that may be kept, by name and, since several forms may have one of a name, their number. */
function controls(): Record<string, Control> {
  const found: Record<string, Control> = {};
  const counts: Record<string, number> = {};
  document.querySelectorAll<Control>("main input, main textarea, main select").forEach((control) => {
    const { name, type } = control;
    // A choice in a GET form is applied, and in the address, as soon as it is made.
    const isApplied = control instanceof HTMLSelectElement && control.form?.method === "get";
    if (!name || NEVER.indexOf(type) >= 0 || CODES.indexOf(name) >= 0 || isApplied) return;
    // A password that is shown is no "password" to its type.
    if (control.autocomplete === "one-time-code" || control.autocomplete.indexOf("password") >= 0) return;
    const number = (counts[name] = (counts[name] ?? 0) + 1);
    found[`${name} ${number}`] = control;
  });
  return found;
}

/** Keeps what is typed, for the document that comes next. */
export function keepTyping(): void {
  try {
    const fields: Kept["fields"] = {};
    const found = controls();
    for (const key of Object.keys(found)) {
      const control = found[key];
      if (control) fields[key] = isBox(control) ? control.checked : control.value;
    }
    sessionStorage.setItem(KEY, JSON.stringify({ page: thisPage(), atMs: Date.now(), fields } satisfies Kept));
  } catch {
    // No storage, or a full one: the page comes back with what was posted.
  }
}

/** Types in again what `keepTyping` kept of this page, as a person would, so that the page notices. Once. */
export function restoreTyping(): void {
  let kept: Kept | null = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
  if (!kept || kept.page !== thisPage() || Math.abs(Date.now() - kept.atMs) > KEPT_MS) return;
  const found = controls();
  for (const key of Object.keys(kept.fields)) {
    const control = found[key];
    const before = kept.fields[key];
    if (control && before !== undefined) type(control, before);
  }
}

function type(control: Control, before: string | boolean): void {
  if (isBox(control)) {
    if (control.checked !== before) control.click();
    return;
  }
  if (control.value === before || typeof before !== "string") return;
  // React takes a value for typed only where its own setter was not asked.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value")?.set?.call(control, before);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
