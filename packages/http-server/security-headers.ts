import type { ServerResponse } from "node:http";

/** The policy for everything but documents: it forbids loading, running and framing. Documents get their own. */
export const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'";

const HSTS_AGE_S = 365 * 24 * 60 * 60;

/** Returns the headers of every response; HSTS only for an https origin. */
export function securityHeaders(publicOrigin: string): ReadonlyArray<readonly [string, string]> {
  return [
    ["X-Content-Type-Options", "nosniff"],
    // With no-referrer, Chromium would send `Origin: null` from our own forms.
    ["Referrer-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ...(publicOrigin.startsWith("https:") ? [["Strict-Transport-Security", `max-age=${HSTS_AGE_S}`] as const] : []),
  ];
}

export function missingHeaders(has: (name: string) => boolean): ReadonlyArray<readonly [string, string]> {
  const defaults = [
    ["Content-Security-Policy", STRICT_POLICY],
    // A response that may be cached sets its own header; all others may contain a visitor's data.
    ["Cache-Control", "no-store"],
  ] as const;
  return defaults.filter(([name]) => !has(name));
}

/**
 * Adds headers when the head is written. The Remix adapter appends headers, so a policy that was set earlier would be
 * sent together with the document's own, and browsers would obey the stricter one.
 *
 * @param onHead gets the status that is about to be sent
 */
export function decorateHead(
  res: ServerResponse,
  headers: ReadonlyArray<readonly [string, string]>,
  onHead: (status: number) => void,
): void {
  const writeHead = res.writeHead.bind(res);
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const all = [...headers, ...missingHeaders((name) => res.hasHeader(name))];
    for (const [name, value] of all) res.setHeader(name, value);
    onHead(status);
    return Reflect.apply(writeHead, res, [status, ...rest]) as ServerResponse;
  };
}
