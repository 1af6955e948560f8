import type { LoaderFunctionArgs } from "@remix-run/node";
import { getLocale, getText } from "~/i18n/text.server";
import { depositAddress, depositPlan } from "~server/deposit";
import { hasReadMemo } from "~server/deposit-memo";
import { qrPng } from "~server/qr";
import { caller } from "~server/session/caller";
import { readFlow } from "~server/session/flow";
import { PRIVATE_HEADERS } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { unlessUnavailable } from "~server/upstream/unavailable";

/**
 * The QR code of a deposit address as a picture to save (screens, row 21). The platform is asked again; what the URL names is only
 * which coin and which chain, and nothing of it gets into the picture.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const { searchParams: query } = url;
  // Who has to sign in comes back to the page of the picture.
  url.pathname = `/Recharge/${encodeURIComponent(params.coinSymbol ?? "")}`;
  return guarded(new Request(url, { headers: request.headers }), async (session) => {
    const who = caller(request, session);
    const plan = await unlessUnavailable(
      depositPlan(who, { coinSymbol: params.coinSymbol, chainName: query.get("chain") ?? undefined }),
    );
    if (!plan) return without(request, 503);
    if (plan.state !== "chosen") return without(request, 404);
    if (plan.hasMemo && !hasReadMemo(await readFlow(request), session, plan.coin.symbol)) return without(request, 404);
    const given = await unlessUnavailable(depositAddress(who, plan));
    if (!given) return without(request, 503);
    return new Response(await qrPng(given.address), {
      headers: {
        ...PRIVATE_HEADERS,
        "Content-Type": "image/png",
        "Content-Disposition": `attachment; filename="${plan.coin.symbol}-${plan.chain.name}.png"`,
      },
    });
  });
}

/** The answer without a picture, in plain words: who saves it sees a failed download. */
async function without(request: Request, status: 404 | 503): Promise<Response> {
  const text = getText(await getLocale(request));
  return new Response(text(status === 404 ? "Error.notFoundText" : "errors.network"), {
    status,
    headers: { ...PRIVATE_HEADERS, "Content-Type": "text/plain; charset=utf-8" },
  });
}
