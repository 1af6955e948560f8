import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Coins } from "~/components/account/Coins";
import { Balance } from "~/components/account/Balance";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_WALLET } from "~/components/layout/page-drawings";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { amountsCookie, areAmountsHidden } from "~server/account/assets-view";
import { formAction } from "~server/forms/form";
import { LIMITS } from "~server/limits";
import { seeOther } from "~server/session/redirects";
import { formToken } from "~server/session/csrf";
import { readResult } from "~server/loader/reads";
import { readAssets } from "~server/account/balances";
import { Steps } from "~/components/layout/Steps";

export const loader = privateLoader(async ({ requestContext, upstreamContext, request }) => {
  const [token, { value: assets, failure }] = await Promise.all([
    formToken(requestContext, "assets-view"),
    readResult(readAssets(upstreamContext, areAmountsHidden(request))),
  ]);
  return pageData({ token, assets, failure }, { complete: !failure });
});

/** Hides or shows the amounts. The action is idempotent, so no response is stored for repeats. */
export const action = formAction({
  purpose: "assets-view",
  session: "required",
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:pressed"],
  schema: () =>
    z.object({
      hide: z.literal("amounts").optional(),
      show: z.literal("amounts").optional(),
      redirectTo: z.enum(["/Assets", "/Index/Home", "/UserCenter"]).optional(),
    }),
  handle: ({ value: { hide, redirectTo = "/Assets" } }) =>
    Promise.resolve(seeOther(redirectTo, { document: true, cookies: [amountsCookie(hide !== undefined)] })),
});

export default function Assets() {
  const t = useText();
  const { assets, failure, token } = useLoaderData<typeof loader>();
  const submission = readSubmission("assets-view", useActionData<typeof action>()?.lastResult, {});
  return (
    <AccountScreen title={t("Assets.title")} back="/UserCenter" wideScreen>
      <ErrorSummary {...submission} labels={{}} />
      {assets ? (
        <Balances {...assets} token={token} />
      ) : (
        <Unavailable title={t("Assets.unavailable")} failure={failure} note={t("Assets.unavailableText")} />
      )}
    </AccountScreen>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Balances({
  total,
  held,
  coins,
  zeros,
  omittedCount,
  isNothing,
  token,
}: NonNullable<Loaded["assets"]> & { token: string }) {
  const t = useText();
  const note = held ? (
    <p className="soft small">{t("Assets.held", { held: String(held.held), frozen: String(held.frozen) })}</p>
  ) : null;
  return (
    <>
      <div className="card balance-beside">
        <Balance total={total} token={token} page="/Assets" note={note} />
        {isNothing ? null : (
          <p className="asset-ways tiles wrap">
            <ButtonLink href="/Recharge">{t("Recharge.title")}</ButtonLink>
            <QuietLink href="/AppDownload">{t("Assets.withdraw")}</QuietLink>
          </p>
        )}
      </div>
      {isNothing ? (
        <div className="card">
          <h2>{t("Assets.nothing")}</h2>
          <Steps steps={STEPS} />
          <p className="actions stack">
            <ButtonLink href="/Recharge">{t("Assets.beginDeposit")}</ButtonLink>
            <QuietLink href="/Index/Power">{t("MyOrder.toMarket")}</QuietLink>
          </p>
        </div>
      ) : null}
      <OmittedNotice count={omittedCount} />
      {coins.length || zeros.length ? (
        <Coins coins={coins} zeros={zeros} isHidden={total.isHidden} />
      ) : omittedCount ? null : (
        <EmptyState illustration={NO_WALLET} title={t("Assets.empty")} text={t("Assets.emptyText")} />
      )}
    </>
  );
}

const STEPS = [
  ["Assets.beginDeposit", "Assets.beginDepositText"],
  ["Assets.beginChoose", "Assets.beginChooseText"],
  ["Assets.beginPay", "Assets.beginPayText"],
] as const;
