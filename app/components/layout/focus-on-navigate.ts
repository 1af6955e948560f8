import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { focusAgain, focusHeading, nothingHasFocus, pressedControl, type Control } from "./focus";
import { isPlainClick } from "./plain-click";

const SCROLL_AFTER_MS = 200;

const openSheet = () => document.querySelector<HTMLElement>("[role=dialog]");

function enterSheet(sheet: HTMLElement): void {
  if (sheet.contains(document.activeElement) && !nothingHasFocus()) return;
  const field = !sheet.dataset.leads && sheet.querySelector<HTMLElement>("input[autocomplete=one-time-code]");
  if (field) field.focus();
  else focusHeading(sheet.querySelector("h2"));
}

/**
 * Moves focus and scroll after scripts have shown another page or step without a new document: into a sheet, back to
 * the control that opened it, or to the top and h1. Every page mounts this once.
 */
export function useFocusOnNavigate(): void {
  const { key, pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const address = pathname + search;
  const before = useRef<{ key: string; address: string; hadSheet: boolean } | undefined>(undefined);
  const pressed = useRef<Control | undefined>(undefined);
  const opener = useRef<Control | undefined>(undefined);

  useEffect(() => {
    const remember = (event: MouseEvent) => {
      if (!openSheet()) pressed.current = pressedControl(event);
    };
    // A sheet that came with its document closes with a new one: the page below may have another script policy.
    const closeInPlace = (event: MouseEvent) => {
      const { target, defaultPrevented } = event;
      const link = target instanceof Element ? target.closest(".sheet-head a[href]") : null;
      if (!link || !opener.current || defaultPrevented || !isPlainClick(event) || !navigator.onLine) return;
      event.preventDefault();
      navigate(link.getAttribute("href") ?? "");
    };
    document.addEventListener("click", remember, true);
    document.addEventListener("click", closeInPlace);
    return () => {
      document.removeEventListener("click", remember, true);
      document.removeEventListener("click", closeInPlace);
    };
  }, [navigate]);

  useEffect(() => {
    const sheet = openSheet();
    const last = before.current;
    before.current = { key, address, hadSheet: sheet !== null };
    if (!last) {
      // This browser does not support `autofocus` on headings.
      if (sheet && nothingHasFocus()) enterSheet(sheet);
      return;
    }
    if (last.key === key) return;
    if (sheet && !last.hadSheet) opener.current = pressed.current;
    if (document.getElementById("summary")) return;
    if (sheet) return enterSheet(sheet);
    if (last.hadSheet) {
      const hadOpener = focusAgain(opener.current);
      opener.current = undefined;
      if (!hadOpener && nothingHasFocus()) focusHeading(document.querySelector("h1"));
      return;
    }
    // For an anchor, a search being typed or a step back, the browser or the visitor decides.
    if (hash || type === "REPLACE" || (type === "POP" && last.address === address)) return;
    const timer = window.setTimeout(() => {
      if (type === "PUSH") window.scrollTo(0, 0);
      focusHeading(document.querySelector("h1"));
    }, SCROLL_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [key, address, hash, type]);
}
