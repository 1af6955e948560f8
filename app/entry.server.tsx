import type { AppLoadContext, EntryContext, HandleDataRequestFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DocumentResponse } from "@storefront/remix-runtime/app-handler";
import { BUILD_NAME } from "~server/build-info";
import { content } from "~server/content/content";
import { contentSecurityPolicy } from "~server/documents/content-security-policy";
import { hasStyles, stylesCookie } from "~server/documents/styles-cookie";
import { logError } from "@storefront/observability/log";
import { tracing } from "@storefront/observability/tracing";
import { requestId } from "@storefront/observability/request-id";
import { areScriptsOff, readScriptsChoice, savesData } from "~server/documents/scripts-choice";
import { isRefusedInWords } from "~server/loader/reads";
import { requestContextOf } from "~server/session/request-context";
import { DocumentProvider, type FailureFacts } from "./components/layout/document-facts";
import { wantsScripts, type Handle } from "./components/layout/handle";
import { documentOf } from "./document.server";
import { hydrationOf, productScripts } from "./hydration.server";
import type { TextKey } from "~server/texts/catalogue";
import { LanguageProvider } from "./i18n/text";
import { getText, withTexts } from "~server/texts/text";
import { pageAt } from "~server/pages";

const RETRY_AFTER_S = "60";

/** Returns the text about what still works. It never says that a sent form had no effect (behaviour 13.34). */
function worksAfter(
  { method }: Request,
  errors: Record<string, unknown> | null,
  loaderData: Record<string, { signedIn?: boolean; failure?: unknown } | null>,
): TextKey {
  const isSignedOut = loaderData.root?.signedIn === false;
  const thrown = Object.values(errors ?? {}).map((error) =>
    isRouteErrorResponse(error) ? (error.data as { failure?: unknown } | null) : null,
  );
  // The upstream's own message may contradict this text, for example "Account frozen".
  const isRefused = [...Object.values(loaderData), ...thrown].some((data) => isRefusedInWords(data?.failure));
  if (method !== "POST") return isSignedOut || isRefused ? "common.othersOpen" : "common.unaffected";
  // Unless it is an error page, the page shows the form's response, which describes the result.
  return errors ? "Error.sentUnclear" : "common.othersOpen";
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { matches, errors, actionData, loaderData, actionHeaders, loaderHeaders } = remixContext.staticHandlerContext;
  const handles = matches.map((match) => remixContext.routeModules[match.route.id]?.handle as Handle | undefined);
  const cookies = request.headers.get("cookie");
  const isSaving = savesData(request.headers.get("save-data"));
  const areOff = areScriptsOff(readScriptsChoice(cookies), isSaving);
  const { pathname, searchParams } = new URL(request.url);
  const scripts = errors ? "none" : wantsScripts(handles, searchParams, areOff);
  const { locale } = await requestContextOf({ request, context });
  // A form over its limit, or a page without its data, sets the header.
  const retryAfter = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)].map(retryAfterOf).find(Boolean);
  const reference = requestId();
  const root = loaderData.root as { signedIn?: boolean } | undefined;
  const works = worksAfter(request, errors, loaderData);
  const failure: FailureFacts | undefined = reference
    ? { reference, retryAfter: retryAfter ?? RETRY_AFTER_S, works }
    : undefined;
  const hydration = scripts === "shipped" ? hydrationOf(remixContext, locale) : undefined;
  const { manifest, styles, isSharedRender } = context;
  const mayPrefetch = root?.signedIn && !isSaving && !areOff && !errors && pageAt(pathname)?.prefetchesProduct;
  const Document = documentOf({
    hydration,
    prefetched: mayPrefetch && manifest ? productScripts(manifest, hydration?.modules) : [],
    rejected: status >= 400 && actionData !== null,
    troubled: errors !== null,
  });
  const rendered = renderToString(
    <LanguageProvider value={{ locale, text: getText(locale) }}>
      <DocumentProvider
        value={{ Document, scripts, errorStatus: errors ? status : undefined, build: BUILD_NAME, failure }}
      >
        <RemixServer context={remixContext} url={request.url} />
      </DocumentProvider>
    </LanguageProvider>,
  );
  const isFirst = styles !== undefined && !hasStyles(cookies, styles);
  const fetchesFile = isFirst && !isSaving;
  const markup = withSpacesEscaped(`<!DOCTYPE html>${withAddressesKept(rendered)}`);
  const { pieces, sources } = styles?.writeInto(markup, { isFirst, fetchesFile }) ?? { pieces: [markup], sources: [] };
  const { theme } = content();
  const inline = theme ? [...sources, theme.source] : sources;
  // For a cached page, the page cache sets the cookie for each visitor.
  if (isFirst && !isSharedRender) headers.append("Set-Cookie", stylesCookie(styles));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(scripts === "shipped", loaderData, markup, inline));
  headers.append("Vary", "Cookie, Save-Data");
  const control = headers.get("Cache-Control") ?? "no-store";
  // The page would not hydrate if a proxy minified it and removed React's comments.
  headers.set("Cache-Control", hydration ? `${control}, no-transform` : control);
  if (retryAfter) headers.set("Retry-After", retryAfter);
  // This header makes a page reload itself, instead of a `<meta>`.
  const refresh = errors ? null : Object.values(loaderHeaders).map(refreshOf).find(Boolean);
  if (refresh) headers.set("Refresh", refresh);
  // Servers other than ours need a body.
  return context.isDocumentHandler
    ? new DocumentResponse(pieces, { status, headers })
    : new Response(pieces.join(""), { status, headers });
}

/** Escapes spaces between elements, which w3m drops beside Chinese characters. Texts and values contain no bare `<`. */
const withSpacesEscaped = (markup: string) => markup.replaceAll("> <", ">&#32;<");

/** Asks Cloudflare not to obfuscate e-mail addresses: our policy blocks its script, and the page would not hydrate. */
const withAddressesKept = (rendered: string) =>
  rendered.replace('<div id="page"', "<!--email_off-->$&").replace("</body>", "<!--/email_off-->$&");

const retryAfterOf = (headers: Headers) => headers.get("Retry-After");
const refreshOf = (headers: Headers) => headers.get("Refresh");

/** Makes data as private as documents. If a scripted post leads to another page, the browser loads it as a document. */
export const handleDataRequest: HandleDataRequestFunction = async (response, { request, context }) => {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  const target = response.headers.get("X-Remix-Redirect");
  if (target !== null && new URL(target, request.url).pathname !== new URL(request.url).pathname) {
    response.headers.set("X-Remix-Reload-Document", "true");
  }
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return response;
  const { locale } = await requestContextOf({ request, context });
  return new Response(withTexts(locale, await response.text()), response);
};

/** Logs and traces the error's name and place, never its message. A request that the router refuses is no error. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logError(error);
  tracing()?.exception(error);
}
