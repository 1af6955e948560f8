import { randomBytes } from "node:crypto";
import type { AppLoadContext, EntryContext, HandleDataRequestFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { contentSecurityPolicy } from "~server/http/document-policy";
import { logError } from "~server/log";
import { requestId } from "~server/request-id";
import { visitorOf } from "~server/session/visitor";
import { DocumentProvider } from "./components/document-facts";
import { wantsScripts, type Handle } from "./components/handle";
import { LanguageProvider } from "./i18n/text";
import { getText, textsJson } from "./i18n/text.server";

/** Renders a whole document in one write and sets the headers that only documents have. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { matches, errors, actionData, loaderData, actionHeaders, loaderHeaders } = remixContext.staticHandlerContext;
  const handles = matches.map((match) => remixContext.routeModules[match.route.id]?.handle as Handle | undefined);
  const saveData = request.headers.get("save-data")?.toLowerCase() === "on";
  const nonce = !errors && wantsScripts(handles, saveData) ? randomBytes(16).toString("base64") : undefined;
  const { locale } = await visitorOf({ request, context });
  const html = renderToString(
    <LanguageProvider value={{ locale, text: getText(locale) }}>
      <DocumentProvider
        value={{
          scripts: nonce === undefined ? undefined : { texts: textsJson(locale, namespacesOf(handles)), nonce },
          refused: status >= 400 && actionData !== null,
          trouble: errors ? status : undefined,
          reference: requestId(),
        }}
      >
        <RemixServer context={remixContext} url={request.url} {...(nonce && { nonce })} />
      </DocumentProvider>
    </LanguageProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, loaderData, html));
  headers.append("Vary", "Cookie, Save-Data");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  // Set by a form that met a limit, or by a page without its data.
  const retryAfter = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)].map(retryAfterOf).find(Boolean);
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return new Response(`<!DOCTYPE html>${nonce ? scriptsLast(html) : html}`, { status, headers });
}

/** The namespaces of the routes that match; remix-i18next would give those of all routes (decision 0055). */
const namespacesOf = (handles: readonly (Handle | undefined)[]) => handles.flatMap((handle) => handle?.i18n ?? []);

const retryAfterOf = (headers: Headers) => headers.get("Retry-After");

/** On a slow line the style must arrive first; Remix preloads its modules with the same priority. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Data requests of the router are as private as documents. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
};

/** Logs an uncaught error by its name and place, never its message. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) logError(error);
}
