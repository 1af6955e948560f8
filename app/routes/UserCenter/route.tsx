import { useLoaderData, useSearchParams, Form, useActionData } from "@remix-run/react";
import { Arc } from "~/components/layout/Arc";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { protectionRows } from "~/components/account/account-groups.server";
import { AccountScreen } from "~/components/account/AccountMenu";
import { STEP_LINKS } from "~/components/account/step-links";
import { Coins } from "~/components/account/Coins";
import { Balance } from "~/components/account/Balance";
import { Unavailable } from "~/components/feedback/Unavailable";
import { readMessage, useText } from "~/i18n/text";
import { isIos } from "~server/device/device";
import { areAmountsHidden } from "~server/account/assets-view";
import { readAssets } from "~server/account/balances";
import { noteProtection } from "~server/account/protection";
import { ONBOARDING_DEADLINE_MS, readOnboarding } from "~server/account/onboarding";
import { pageData, privateLoader } from "~server/loader/loader";
import { formToken } from "~server/session/csrf";
import { getText } from "~server/texts/text";
import { userInfo, type UserInfo } from "~server/upstream/user";
import { accountBalance } from "~server/upstream/finance";
import { optionalRead, readResult, refusalIn } from "~server/loader/reads";
import { Onboarding } from "./Onboarding";
import { logout } from "./logout.server";
import "./profile.css";
import { AppSheet } from "~/components/layout/AppSheet";
import { Sheet } from "~/components/form/Sheet";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { hasErrors, readSubmission } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { Icon } from "~/components/layout/Icon";

/** A desktop also lists the first coins, beside the menu. */
const COINS_SHOWN = 4;

export const loader = privateLoader(async ({ requestContext, upstreamContext, session, request, locale }) => {
  const reading = readResult(userInfo(upstreamContext));
  const balance = accountBalance({ ...upstreamContext, deadlineMs: ONBOARDING_DEADLINE_MS });
  const [token, viewToken, { value: user, failure }, { progress, cookies }, { value: assets, ...unread }] =
    await Promise.all([
      formToken(requestContext, "logout"),
      formToken(requestContext, "assets-view"),
      reading,
      readOnboarding(requestContext, {
        upstreamContext,
        session,
        user: reading.then(({ value }) => value),
        balance: optionalRead(balance),
      }),
      readResult(readAssets(upstreamContext, areAmountsHidden(request), balance)),
    ]);
  const balanceFailure = assets ? undefined : (refusalIn(unread.failure) ?? "Home.balanceUnread");
  const ios = isIos(request.headers.get("user-agent"));
  if (user) noteProtection(session, user);
  const protection = user && protectionRows(user, getText(locale));
  const data = { token, viewToken, user, protection, failure, progress, assets, balanceFailure, ios };
  return pageData(data, { complete: !failure, cookies });
});

export const action = logout;

export default function UserCenter() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { token, viewToken, user, protection, failure, progress, assets, balanceFailure, ios } = data;
  const [query] = useSearchParams();
  const step = query.get("step");
  const sheet =
    step === "logout" ? (
      <LogoutSheet token={token} />
    ) : step === "earnings" ? (
      <AppSheet
        title={t("UserCenter.earningsTitle")}
        text={t("UserCenter.earningsText")}
        closeTo="/UserCenter"
        ios={ios}
      />
    ) : null;
  return (
    <AccountScreen title={t("UserCenter.title")} sheet={sheet} wideScreen isOwn protection={protection}>
      {user ? (
        <>
          <div className="card hero-dark">
            <Arc />
            <Profile user={user} />
            {assets?.hasTotal ? (
              <div className="account-balance">
                <Balance total={assets.total} token={viewToken} page="/UserCenter" />
              </div>
            ) : null}
            {balanceFailure === undefined ? null : (
              <p className="account-balance soft">{readMessage(t, balanceFailure)}</p>
            )}
            {progress?.next ? null : (
              <div className="ways row wrap">
                <ButtonLink href={STEP_LINKS.deposit}>{t("FirstSteps.deposit-do")}</ButtonLink>
              </div>
            )}
          </div>
          {user.authLevel === "unverified" && user.rejectedReason ? (
            <p className="note">{t("UserCenter.rejected", { reason: user.rejectedReason })}</p>
          ) : null}
          {progress ? <Onboarding {...progress} /> : null}
          {assets?.coins.length ? (
            <section className="account-beside stack" aria-labelledby="assets">
              <div className="section-head row between wrap">
                <h2 id="assets">{t("Assets.title")}</h2> <a href="/Assets">{t("Home.productsMore")}</a>
              </div>
              <Coins coins={assets.coins.slice(0, COINS_SHOWN)} zeros={[]} isHidden={assets.total.isHidden} />
            </section>
          ) : null}
        </>
      ) : (
        <Unavailable title={t("UserCenter.unavailable")} failure={failure} note={t("UserCenter.unavailableText")} />
      )}
    </AccountScreen>
  );
}

function LogoutSheet({ token }: { token: string }) {
  const t = useText();
  const submission = readSubmission("logout", useActionData<typeof logout>()?.lastResult, {});
  return (
    <Sheet title={t("UserCenter.logoutTitle")} closeTo="/UserCenter" leads={!hasErrors(submission)}>
      <ErrorSummary {...submission} labels={{}} />
      <p className="soft">{t("UserCenter.logoutText")}</p>
      <Form method="post" className="actions stack">
        <FormToken value={token} />
        <button type="submit" className="button">
          {t("UserCenter.logout")}
        </button>{" "}
        <QuietLink href="/UserCenter">{t("common.cancel")}</QuietLink>
      </Form>
    </Sheet>
  );
}

function Profile({ user }: { user: UserInfo }) {
  const t = useText();
  const name = user.userAccount ?? t("common.missing");
  // An e-mail address that is too long for the line breaks at its @.
  const before = name.slice(0, Math.max(0, name.lastIndexOf("@")));
  return (
    <div className="row">
      <span className="mark">
        <Icon name="account" />
      </span>
      <div>
        <strong>
          {before}
          {before ? <wbr /> : null}
          {name.slice(before.length)}
        </strong>
        <p className="soft small">{t("UserCenter.id", { id: user.id ?? t("common.missing") })}</p>
        <span className={`tag tag-${user.authLevel}`}>{t(`UserCenter.${user.authLevel}`)}</span>
      </div>
    </div>
  );
}
