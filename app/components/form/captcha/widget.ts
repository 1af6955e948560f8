import type { CaptchaSetup } from "~server/forms/captcha";

export type Provided = Extract<CaptchaSetup, { kind: "slider" | "challenge" }>;

export interface Hooks {
  onReady: () => void;
  onSolved: (fields: Record<string, string>) => void;
  onCleared: () => void;
  onError: () => void;
}

/**
 * Shows a widget in an empty element; returns a function that ends it.
 *
 * @throws TypeError for a value of the wrong type; NetworkError if the provider cannot be reached
 */
export type Show<Setup> = (place: HTMLElement, setup: Setup, hooks: Hooks) => Promise<() => void>;

export class NetworkError extends Error {
  constructor() {
    super("network error");
  }
}

const loaded = new Map<string, Promise<void>>();

/** Loads a script once, again after a failure. Throws NetworkError if it has not loaded within `timeoutMs`. */
export function loadScript(src: string, timeoutMs = 20_000): Promise<void> {
  const known = loaded.get(src);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    const end = (failed: boolean) => {
      clearTimeout(timer);
      script.onload = script.onerror = null;
      if (!failed) return resolve();
      script.remove();
      loaded.delete(src);
      reject(new NetworkError());
    };
    const timer = setTimeout(() => end(true), timeoutMs);
    script.onload = () => end(false);
    script.onerror = () => end(true);
    script.async = true;
    script.src = src;
    document.head.appendChild(script);
  });
  loaded.set(src, loading);
  return loading;
}
