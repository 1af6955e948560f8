import { getText } from "~/i18n/text.server";
import { givenAddress } from "~server/deposits/address";
import { depositPlan } from "~server/deposits/plan";
import { hasReadMemo } from "~server/deposits/memo";
import { privateLoader } from "~server/loader/loader";
import type { Locale } from "~server/i18n/locale";
import { qrPng } from "~server/qr-code/qr-code";
import { requestId } from "@storefront/observability/request-id";
import { depositPath } from "~server/purchase/steps";
import { RETRY_HEADERS } from "~server/session/headers";
import { optionalRead } from "~server/loader/reads";

/**
 * The QR code of a deposit address as a picture to save. The upstream is asked for the address again; the URL only
 * names the coin and the chain, and no part of it gets into the picture.
 */
export const loader = privateLoader(
  async ({ requestContext, locale, session, upstreamContext, params: { coinSymbol }, query }) => {
    const plan = await optionalRead(
      depositPlan(upstreamContext, { coinSymbol, chainName: query.get("chain") ?? undefined }),
    );
    if (!plan) return without(locale, 503);
    if (plan.state !== "chosen") return without(locale, 404);
    const hasRead = hasReadMemo(await requestContext.flowSession(), session, plan.coin.symbol);
    const given = await optionalRead(givenAddress(upstreamContext, plan.chain, hasRead));
    if (given === undefined) return without(locale, 503);
    if (typeof given === "string") return without(locale, 404);
    return new Response(await qrPng(given.address), {
      headers: {
        "Content-Type": "image/png",
        "Content-Disposition": savedAs(`${plan.coin.symbol}-${plan.chain.name}.png`),
      },
    });
  },
  // After signing in, the visitor gets to the page of the picture.
  {
    page: ({ request, params }) => `${depositPath(params.coinSymbol)}${new URL(request.url).search}`,
  },
);

/** A header takes Latin letters alone: a name with others is in it twice, as RFC 6266 has it. */
function savedAs(filename: string): string {
  const latin = filename.replace(/[^\x21-\x7e]/g, "_");
  const encoded = encodeURIComponent(filename).replace(/[()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${latin}"${latin === filename ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/** A plain text instead of the picture: saving it is a failed download. */
function without(locale: Locale, status: 404 | 503): Response {
  const text = getText(locale);
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  if (status === 404) return new Response(text("Error.notFoundText"), { status, headers: type });
  const sentences = [
    text("errors.network"),
    text("common.unaffected"),
    text("common.retryIn", { seconds: RETRY_HEADERS["Retry-After"] }),
    text("common.reference", { id: requestId() ?? "" }),
  ];
  return new Response(sentences.join("\n\n"), { status, headers: { ...type, ...RETRY_HEADERS } });
}
