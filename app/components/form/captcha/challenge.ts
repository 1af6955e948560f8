import { LANGUAGES } from "~/i18n/locales";
import { loadScript, NetworkError, type Show, type Provided } from "./widget";

interface Challenge {
  appendTo: (place: HTMLElement) => void;
  onReady: (ready: () => void) => Challenge;
  onSuccess: (passed: () => void) => Challenge;
  onError: (failed: () => void) => Challenge;
  getValidate: () => Record<"geetest_challenge" | "geetest_validate" | "geetest_seccode", string> | false;
  reset: () => void;
  destroy?: () => void;
}

type TypeInfo = { type: string; static_servers?: string[] } & Record<string, unknown>;

interface Provider {
  Geetest?: new (config: Record<string, unknown>) => Challenge;
}

const SCRIPT_TIMEOUT_MS = 30_000;
/** Used when the provider's own servers do not respond, and in offline mode. */
const FALLBACK = { type: "slide", slide: "/static/js/geetest.6.0.9.js" };
const STATIC_HOSTS_FAILED = 508;

/** Shows the challenge widget; in offline mode (`success` not 1) it does not ask the provider. */
export const showChallenge: Show<Extract<Provided, { kind: "challenge" }>> = async (place, setup, hooks) => {
  const { hosts, monitor, start } = setup;
  if (!start) throw new NetworkError();
  const { gt, challenge, success } = start;
  if (typeof gt !== "string") throw new TypeError("gt must be a string");
  const info = success ? await typeInfo(hosts, gt).catch(() => FALLBACK) : FALLBACK;
  const path: unknown = Reflect.get(info, info.type);
  if (typeof path !== "string") throw new TypeError("the widget's file must be a string");
  const failed = await loadFromOne(staticHosts(hosts, info), path);
  if (failed) {
    if (monitor) report(monitor, gt, failed);
    throw new NetworkError();
  }
  const { Geetest } = window as Provider;
  if (!Geetest) throw new NetworkError();
  const [api = ""] = hosts;
  const { lang } = document.documentElement;
  const widget = new Geetest({
    ...info,
    gt,
    challenge,
    offline: !success,
    new_captcha: true,
    product: "popup",
    width: "100%",
    lang: Object.values(LANGUAGES).find(({ html }) => html === lang)?.captcha ?? lang,
    protocol: api.replace(/\/\/.*/, "//"),
    api_server: api.replace(/.*\/\//, ""),
  });
  widget
    .onReady(hooks.onReady)
    .onSuccess(() => {
      const given = widget.getValidate();
      if (given) hooks.onSolved({ ...given });
    })
    .onError(hooks.onError);
  widget.appendTo(place);
  return () => {
    if (widget.destroy) widget.destroy();
    else widget.reset();
    place.textContent = "";
  };
};

/** Asks the provider, by JSONP, which static file contains its widget. */
async function typeInfo(hosts: string[], gt: string): Promise<TypeInfo> {
  const name = `geetest_${Date.now()}${Math.random().toString(36).slice(2, 8)}`;
  let response: { status?: string; data?: TypeInfo } | undefined;
  Reflect.set(window, name, (given: typeof response) => (response = given));
  const failed = await loadFromOne(hosts, `/gettype.php?gt=${encodeURIComponent(gt)}&callback=${name}`);
  Reflect.deleteProperty(window, name);
  if (failed || response?.status !== "success" || !response.data) throw new NetworkError();
  return response.data;
}

/** Returns the configured hosts, beginning with those that the provider names. The content policy allows no others. */
function staticHosts(hosts: string[], { static_servers: named }: Partial<TypeInfo>): string[] {
  const names = Array.isArray(named) ? named.map((server: unknown) => String(server).replace(/\/+$/, "")) : [];
  const isNamed = (host: string) => names.includes(host.replace(/.*\/\//, ""));
  return [...hosts.filter(isNamed), ...hosts.filter((host) => !isNamed(host))];
}

/** Loads a file from the first host that serves it; returns the last address tried if all fail. */
async function loadFromOne(hosts: string[], path: string): Promise<string | undefined> {
  let last: string | undefined = path;
  for (const host of hosts) {
    last = host + path;
    try {
      await loadScript(last, SCRIPT_TIMEOUT_MS);
      return undefined;
    } catch {
      // The loop tries the next host.
    }
  }
  return last;
}

/** Reports a file that no static host sent to the monitor. Sends nothing about the visitor or the challenge. */
function report(monitor: string, gt: string, address: string): void {
  const facts = { time: new Date().toISOString(), captcha_id: gt, exception_url: address };
  const query = new URLSearchParams({ ...facts, error_code: String(STATIC_HOSTS_FAILED) }).toString();
  const url = `${monitor}${monitor.includes("?") ? "&" : "?"}${query}`;
  if (!(navigator as Partial<Navigator>).sendBeacon?.(url)) new Image().src = url;
}
