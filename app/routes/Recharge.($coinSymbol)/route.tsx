import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { depositRecordPath } from "~/components/download-paths";
import type { Handle } from "~/components/handle";
import { AntiPhishingCode } from "~/components/AntiPhishingCode";
import { Screen } from "~/components/Screen";
import { ReturnLink } from "~/components/ReturnLink";
import { antiPhishingCodeFor } from "~/i18n/anti-phishing-code.server";
import { useText, type Text } from "~/i18n/text";
import { hasReadMemo } from "~server/deposits/memo";
import { pageData, privateLoader } from "~server/loader/loader";
import { formToken } from "~server/session/csrf";
import { returnToOf, withReturnTo, seeOther } from "~server/session/redirects";
import { acknowledge } from "./acknowledge.server";
import { AddressCard } from "./AddressCard";
import { MemoForm } from "./MemoForm";
import { NoAddress } from "./NoAddress";
import { Picker } from "./Picker";
import { chainPath, readPlace, rechargePath, type ShownChain } from "./place.server";
import { useEffect, useState } from "react";

export const handle: Handle = { hydrate: true, i18n: ["Recharge"] };

/** Coin, then chain, then the memo's warning, then the address. */
export const loader = privateLoader(async ({ visitor, locale, session, upstreamContext, params, query }) => {
  // Sent by the coin picker without scripts.
  const picked = query.get("coin");
  const returnTo = returnToOf(query);
  if (picked) throw seeOther(rechargePath(picked, returnTo), { document: true });

  const flowSession = await visitor.flowSession();
  const choice = { coinSymbol: params.coinSymbol, chainName: query.get("chain") ?? undefined };
  const [token, antiPhishingCode, { status, ...place }] = await Promise.all([
    formToken(visitor, "recharge"),
    antiPhishingCodeFor(session, locale),
    readPlace(upstreamContext, choice, (coin) => hasReadMemo(flowSession, session, coin)),
  ]);
  const { coin, chain, state } = place;
  const unchosen =
    state === "chooseCoin" && picked === ""
      ? "Recharge.coinRequired"
      : state === "chooseChain" && query.get("chain") === ""
        ? "Recharge.chainRequired"
        : undefined;
  const paths = {
    page: coin && chain ? chainPath(coin.symbol, chain.name, returnTo) : "/Recharge",
    record: coin && withReturnTo(depositRecordPath(coin.symbol), returnTo),
  };
  return pageData({ token, antiPhishingCode, returnTo, paths, unchosen, ...place }, { status });
});

export const action = acknowledge;

export default function Recharge() {
  const t = useText();
  const { token, antiPhishingCode, returnTo, paths, unchosen, ...place } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { leaving, leave } = useFreshAddress();
  const { coin, chain } = place;
  return (
    <Screen title={t("Recharge.title")} back={returnTo ?? "/Assets"}>
      {place.coins?.length ? (
        <div className="card form">
          <Picker
            name="coin"
            action="/Recharge"
            label={t("Recharge.coin")}
            placeholder={t("Recharge.chooseCoin")}
            options={place.coins.map(({ symbol, showName, isOpen }) => ({
              value: symbol,
              label: isOpen ? showName : t("Recharge.undecidedOption", { name: showName }),
              isOpen,
            }))}
            chosen={coin?.symbol}
            error={coin ? undefined : unchosen}
            returnTo={returnTo}
            onPick={leave}
          />
          {coin && place.chains ? (
            <Picker
              name="chain"
              action={`/Recharge/${encodeURIComponent(coin.symbol)}`}
              label={t("Recharge.chain")}
              placeholder={t("Recharge.chooseChain")}
              options={place.chains.map(({ name, mainChainName, status }) => ({
                value: name,
                label: chainLabel(t, mainChainName, status),
                isOpen: status === "open",
              }))}
              chosen={chain?.name}
              error={unchosen}
              returnTo={returnTo}
              note={
                place.unreadableChains
                  ? t("Recharge.chainsLeftOut", { count: String(place.unreadableChains) })
                  : undefined
              }
              onPick={leave}
            />
          ) : null}
        </div>
      ) : null}
      {leaving ? (
        <p className="soft" role="status">
          {t("common.busy")}
        </p>
      ) : place.address && coin && chain ? (
        <AddressCard coin={coin} chain={chain} antiPhishingCode={antiPhishingCode} {...place.address} />
      ) : place.state === "memo" && coin && chain ? (
        <MemoForm key={token} token={token} coin={coin} path={paths.page} lastResult={lastResult} />
      ) : (
        <NoAddress state={place.state} coin={coin} chain={chain} failure={place.failure} />
      )}
      {place.address ? null : <AntiPhishingCode lines={antiPhishingCode} />}
      <ReturnLink to={returnTo} />
      {coin ? (
        <ButtonLink quiet href={paths.record}>
          {t("Recharge.record", { coin: coin.showName })}
        </ButtonLink>
      ) : null}
    </Screen>
  );
}

function chainLabel(t: Text, name: string, status: ShownChain["status"]): string {
  if (status === "open") return name;
  return status === "suspended" ? t("Recharge.suspended", { chain: name }) : t("Recharge.undecidedOption", { name });
}

/**
 * Removes an old address from the screen (behaviour 13.5): it disappears as soon as another one is requested, and a
 * page from the browser's back/forward cache is loaded again.
 */
function useFreshAddress(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);
  return { leaving, leave: () => setLeaving(true) };
}
