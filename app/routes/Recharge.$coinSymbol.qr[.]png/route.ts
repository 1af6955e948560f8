import { readMessage } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { addressDigest, givenAddress } from "~server/deposits/address";
import { depositPlan } from "~server/deposits/plan";
import { hasReadMemo } from "~server/deposits/memo";
import { privateLoader } from "~server/loader/loader";
import type { Locale } from "~server/i18n/locale";
import type { Message } from "~server/i18n/message";
import { qrPng } from "~server/qr-code/qr-code";
import { requestId } from "@storefront/observability/request-id";
import { depositPath } from "~server/purchase/steps";
import { RETRY_HEADERS } from "~server/session/headers";
import { readResult, isRefusedInWords } from "~server/loader/reads";

/**
 * Requests the address again for the QR code; nothing from the URL is drawn. If it differs from the digest in the URL,
 * for example because another tab signed in to another account, there is no picture.
 */
export const loader = privateLoader(
  async ({ requestContext, locale, session, upstreamContext, params: { coinSymbol }, query }) => {
    const { value: plan, failure } = await readResult(
      depositPlan(upstreamContext, { coinSymbol, chainName: query.get("chain") ?? undefined }),
    );
    if (failure !== undefined) return unread(locale, failure);
    if (plan.state !== "chosen") return none(locale);
    const hasRead = hasReadMemo(await requestContext.flowSession(), session, plan.coin.symbol);
    const address = await readResult(givenAddress(upstreamContext, plan.chain, hasRead));
    if (address.failure !== undefined) return unread(locale, address.failure);
    const given = address.value;
    const of = query.get("of");
    if (typeof given === "string" || (of !== null && of !== addressDigest(given.address))) return none(locale);
    return new Response(await qrPng(given.address), {
      headers: {
        "Content-Type": "image/png",
        "Content-Disposition": savedAs(`${plan.coin.symbol}-${plan.chain.name}.png`),
      },
    });
  },
  // A sign-in leads to the page of the picture.
  {
    page: ({ request, params }) => `${depositPath(params.coinSymbol)}${new URL(request.url).search}`,
  },
);

/** Returns the file's name in both forms of RFC 6266, because a header allows only Latin letters. */
function savedAs(filename: string): string {
  const latin = filename.replace(/[^\x21-\x7e]/g, "_");
  const encoded = encodeURIComponent(filename).replace(/[()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${latin}"${latin === filename ? "" : `; filename*=UTF-8''${encoded}`}`;
}

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/** Responds with plain text instead of the picture, so that saving it fails. */
const none = (locale: Locale) => new Response(getText(locale)("Error.notFoundText"), { status: 404, headers: TEXT });

function unread(locale: Locale, failure: Message): Response {
  const text = getText(locale);
  const isRefused = isRefusedInWords(failure);
  const sentences = [
    readMessage(text, isRefused ? failure : "errors.network"),
    text(isRefused ? "common.othersOpen" : "common.unaffected"),
    text("common.retryIn", { seconds: RETRY_HEADERS["Retry-After"] }),
    text("common.reference", { id: requestId() ?? "" }),
  ];
  return new Response(sentences.join("\n\n"), { status: 503, headers: { ...TEXT, ...RETRY_HEADERS } });
}
