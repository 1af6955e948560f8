import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { depositRecordPath } from "~/components/account/encoded-paths";
import { readOrKeep } from "~/components/feedback/network-failure";
import type { Handle } from "~/components/layout/handle";
import { AntiPhishingCode } from "~/components/account/AntiPhishingCode";
import { AccountScreen } from "~/components/account/AccountMenu";
import { ReturnLink } from "~/components/layout/ReturnLink";
import { antiPhishingCodeFor } from "~server/account/anti-phishing-code";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { areAmountsHidden } from "~server/account/assets-view";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { NoTranslate, useText } from "~/i18n/text";
import { inAppNote } from "~server/downloads/in-app";
import { hasReadMemo } from "~server/deposits/memo";
import { purchaseNeed } from "~server/deposits/purchase";
import { isWatched } from "~server/deposits/watch";
import { pageData, privateLoader } from "~server/loader/loader";
import { formToken } from "~server/session/csrf";
import { returnToOf, seeOther, withReturnTo } from "~server/session/redirects";
import { symbol as readSymbol } from "~server/upstream/parsers";
import { depositForms } from "./forms.server";
import { AddressCard } from "./AddressCard";
import { Chosen, CoinList, NetworkList } from "./Choices";
import { MemoForm, SentForm } from "./MemoForm";
import { NoAddress } from "./NoAddress";
import { chainPath, rechargePath, watchPath } from "./paths";
import { readPlace, shownNeed } from "./place.server";
import { Tracker, useRenewal } from "./Tracker";
import { readWatchedDeposit } from "./watch.server";
import { useEffect, useState } from "react";

export const handle: Handle = { hydrate: true, i18n: ["Recharge"] };

export const loader = privateLoader(async (visit) => {
  const { requestContext, locale, session, upstreamContext, request, params, query } = visit;
  const returnTo = returnToOf(query);
  const chainName = query.get("chain") ?? undefined;
  const watched = query.get("watch") === "on" ? readSymbol(params.coinSymbol) : undefined;
  if (watched !== undefined) {
    const deposit = await readWatchedDeposit(visit, watched);
    const paths = {
      stop: chainPath(watched, chainName ?? "", returnTo),
      record: withReturnTo(depositRecordPath(watched), returnTo),
    };
    const page = pageData(
      { kind: "watch" as const, ...deposit, returnTo, paths },
      { complete: deposit.state !== "unread" },
    );
    if (deposit.renewAfterS) page.headers.set("Refresh", String(deposit.renewAfterS));
    return page;
  }

  const flowSession = await requestContext.flowSession();
  const needed = purchaseNeed({ ...upstreamContext, locale }, returnTo);
  const [token, antiPhishingCode, need, { status, canonical, ...place }] = await Promise.all([
    formToken(requestContext, "recharge"),
    antiPhishingCodeFor(session, locale),
    needed,
    readPlace(
      upstreamContext,
      { coinSymbol: params.coinSymbol, chainName },
      { hasRead: (coin) => hasReadMemo(flowSession, session, coin), isHidden: areAmountsHidden(request), needed },
    ),
  ]);
  if (canonical !== undefined) return seeOther(chainPath(canonical, readSymbol(chainName) ?? "", returnTo));
  const { coin, chain, address } = place;
  const paths = {
    page: coin && chain ? chainPath(coin.symbol, chain.name, returnTo) : rechargePath("", returnTo),
    record: coin && withReturnTo(depositRecordPath(coin.symbol), returnTo),
    watch:
      address && coin && chain && (await isWatched(session, coin.symbol))
        ? watchPath(coin.symbol, chain.name, returnTo)
        : undefined,
  };
  const inApp = inAppNote(request, locale, "picture");
  const data = { token, antiPhishingCode, returnTo, paths, need: need && shownNeed(need), inApp, ...place };
  return pageData({ kind: "place" as const, ...data }, { status });
});

export const clientLoader = readOrKeep("routes/Recharge.($coinSymbol)");

export const action = depositForms;

export default function Recharge() {
  const t = useText();
  const loaded = useLoaderData<typeof loader>();
  const { data = loaded, load } = useFetcher<typeof loader>();
  useRenewal(load, data.kind === "watch" ? data.renewAfterS : undefined);
  const isPlace = data.kind === "place";
  return (
    <AccountScreen
      title={t("Recharge.title")}
      back={data.returnTo ?? "/Assets"}
      wideScreen
      acts={isPlace && data.address !== undefined}
    >
      {isPlace ? (
        <Deposit {...data} />
      ) : (
        // Changes are announced, except the time of each reading.
        <div aria-live="polite">
          <Tracker {...data} />
        </div>
      )}
    </AccountScreen>
  );
}

type PlaceData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: "place" }>;

function Deposit({ token, antiPhishingCode, returnTo, paths, need, inApp, ...place }: PlaceData) {
  const t = useText();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { leaving, leave } = useFreshAddress();
  const { coin, chain, chains, coins, state, address } = place;
  const isChosen = address !== undefined || state === "memo";
  const asksForCoin = state === "chooseCoin" || state === "unknownCoin" || state === "closedCoin";
  return (
    <>
      {coin && !asksForCoin ? (
        <Chosen coin={coin} chain={isChosen && chains ? chain : undefined} returnTo={returnTo} onLeave={leave} />
      ) : null}
      {need && (need.isCovered || state !== "chooseChain") ? <PurchaseAmount {...need} chain={chain} /> : null}
      {address ? <ErrorSummary {...readSubmission("recharge", lastResult, {})} labels={{}} /> : null}
      {leaving ? (
        <p className="soft" role="status">
          {t("common.busy")}
        </p>
      ) : address && coin && chain ? (
        <>
          <AddressCard coin={coin} chain={chain} antiPhishingCode={antiPhishingCode} inApp={inApp} {...address} />
          <SentForm key={token} token={token} path={paths.page} watchPath={paths.watch} />
        </>
      ) : state === "memo" && coin && chain ? (
        <MemoForm key={token} token={token} coin={coin} path={paths.page} lastResult={lastResult} />
      ) : (
        <>
          <NoAddress state={state} coin={coin} chain={chain} failure={place.failure} />
          {asksForCoin && coins?.length ? <CoinList coins={coins} returnTo={returnTo} /> : null}
          {coin && chains?.length ? <NetworkList coin={coin} chains={chains} returnTo={returnTo} /> : null}
          {place.unreadableChains ? (
            <p className="soft small">{t("Recharge.omittedChains", { count: String(place.unreadableChains) })}</p>
          ) : null}
        </>
      )}
      {address ? null : <AntiPhishingCode lines={antiPhishingCode} />}
      {coin && (state === "chooseChain" || (isChosen && !chains)) ? (
        <details className="card fold stack">
          <summary>
            <NoTranslateNames text="Recharge.noneYet" names={{ coin: coin.showName }} />
          </summary>{" "}
          <p>
            <NoTranslateNames text="Recharge.noneYetText" names={{ coin: coin.showName }} />
          </p>
        </details>
      ) : null}
      {state === "chooseChain" ? null : (
        <div className="actions stack">
          <ReturnLink to={returnTo} />
          {coin ? (
            <QuietLink href={paths.record}>
              <NoTranslateNames text="Recharge.record" names={{ coin: coin.showName }} />
            </QuietLink>
          ) : null}
        </div>
      )}
    </>
  );
}

function PurchaseAmount({ amount, isCovered, chain }: ReturnType<typeof shownNeed> & { chain: PlaceData["chain"] }) {
  const t = useText();
  if (isCovered) return <p className="note toast-info">{t("Recharge.enough")}</p>;
  return (
    <p className="note toast-info">
      <strong>
        <NoTranslate>{t("Recharge.forPurchase", { amount })}</NoTranslate>
      </strong>{" "}
      {chain?.isAboveNeed ? (
        <>
          <br />
          <NoTranslate>{t("Recharge.leastIsMore", { least: chain.least ?? "" })}</NoTranslate>
        </>
      ) : null}
    </p>
  );
}

/** Hides an old address, to which nobody may pay, once another is requested or the back/forward cache restores it. */
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
