import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Stands in for the providers of the two captcha widgets: their scripts, the challenge's server, and its monitor. */

const script = (name: string) => readFileSync(new URL(`./${name}.js`, import.meta.url), "utf8");

/** Matches a function name. Anything else is rejected, so that no foreign script gets into a response. */
const CALLBACK = /^[A-Za-z_$][\w$]{0,63}$/;
const CHALLENGE_FILE = "/static/js/fullpage.9.1.9.js";
const OFFLINE_FILE = "/static/js/geetest.6.0.9.js";

type Responder = (query: URLSearchParams, request: IncomingMessage) => string | null;

/** Makes a JSONP response; null (a bad request) without a function name. */
const callBack = (query: URLSearchParams, data: object): string | null => {
  const name = query.get("callback") ?? "";
  return CALLBACK.test(name) ? `${name}(${JSON.stringify(data)})` : null;
};

const RESPONDERS: Readonly<Record<string, Responder>> = {
  "/widgets/slider.js": () => script("slider"),
  [CHALLENGE_FILE]: () => script("challenge"),
  [OFFLINE_FILE]: () => script("challenge"),
  // Returns the name and location of the widget's file.
  "/gettype.php": (query, { headers }) =>
    callBack(query, {
      status: "success",
      data: {
        type: "fullpage",
        static_servers: [`${headers.host ?? ""}/`],
        fullpage: CHALLENGE_FILE,
        slide: OFFLINE_FILE,
      },
    }),
  // Says that the visitor passed: one click is enough.
  "/ajax.php": (query) => {
    const validate = createHash("md5")
      .update(`validate:${query.get("challenge") ?? ""}`)
      .digest("hex");
    return callBack(query, { status: "success", validate });
  },
  // Browsers report errors here; we ignore them.
  "/monitor/send": () => "",
};

/** Returns true if a path belongs to the widgets' providers. */
export function isWidgetPath(path: string): boolean {
  return Object.hasOwn(RESPONDERS, path);
}

/** Responds to a path of the widgets' providers, for any page. */
export function respondToWidget(url: URL, request: IncomingMessage, response: ServerResponse): void {
  const text = RESPONDERS[url.pathname]?.(url.searchParams, request) ?? null;
  response
    .writeHead(text === null ? 400 : 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    })
    .end(text ?? "");
}
