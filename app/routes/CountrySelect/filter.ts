import { useSubmit, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";
import { unlessLeft } from "~/components/feedback/network-failure";

const FILTER_AFTER_MS = 250;

/** Sends the search while the visitor types, without a new entry in the history; returns the form's `ref`. */
export function useFilter(): RefObject<HTMLFormElement> {
  const submit = useSubmit();
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    const field = form?.querySelector<HTMLInputElement>("[type=search]");
    if (!form || !field) return;
    let timer: number | undefined;
    const filter = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => submit(form, { replace: true }), FILTER_AFTER_MS);
    };
    // Input typed before scripts ran counts too.
    if (field.value !== field.defaultValue) filter();
    form.addEventListener("input", filter);
    return () => {
      window.clearTimeout(timer);
      form.removeEventListener("input", filter);
    };
  }, [submit]);
  return ref;
}

/** Searches with scripts. A message below the unchanged field reports a search that the network drops. */
export async function searchOrSay<Data>({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    const data = await unlessLeft(serverLoader<Data>());
    // A text means that a proxy sent its own page, such as a challenge.
    if (typeof data !== "string") return data;
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
  }
  const query = new URL(request.url).searchParams;
  return { search: query.get("q") ?? "", chosen: query.get("country"), found: undefined };
}
