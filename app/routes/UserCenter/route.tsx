import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { Screen } from "~/components/layout/Screen";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { isIos } from "~server/device/device";
import { readAssetsView } from "~server/account/assets-view";
import { ONBOARDING_DEADLINE_MS, readOnboarding } from "~server/account/onboarding";
import { pageData, privateLoader } from "~server/loader/loader";
import { formToken } from "~server/session/csrf";
import { userInfo } from "~server/upstream/user";
import { accountBalance } from "~server/upstream/finance";
import { attempt } from "~server/loader/reads";
import { readBalance } from "./balance.server";
import { Entries } from "./Entries";
import { Onboarding } from "./Onboarding";
import { logout } from "./logout.server";
import { LogoutSheet } from "./LogoutSheet";
import { Profile } from "./Profile";
import "./profile.css";
import { AppButtons } from "~/components/layout/AppButtons";
import { Sheet } from "~/components/form/Sheet";

/** The signed-in account, what is verified and bound, and the onboarding. */
export const loader = privateLoader(async ({ requestContext, upstreamContext, session, request }) => {
  const reading = attempt(userInfo(upstreamContext));
  const balance = attempt(accountBalance({ ...upstreamContext, deadlineMs: ONBOARDING_DEADLINE_MS }));
  const [token, { value: user, failure }, { progress, cookies }, total] = await Promise.all([
    formToken(requestContext, "logout"),
    reading,
    readOnboarding(requestContext, {
      upstreamContext,
      session,
      user: reading.then(({ value }) => value),
      balance: balance.then(({ value }) => value),
    }),
    readBalance(upstreamContext, { reading: balance, view: readAssetsView(request) }),
  ]);
  const ios = isIos(request.headers.get("user-agent"));
  return pageData({ token, user, failure, progress, total, ios }, { complete: !failure, cookies });
});

export const action = logout;

export default function UserCenter() {
  const t = useText();
  const { token, user, failure, progress, total, ios } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const step = query.get("step");
  const sheet =
    step === "logout" ? <LogoutSheet token={token} /> : step === "earnings" ? <EarningsSheet ios={ios} /> : null;
  const logoutLink = (
    <ButtonLink quiet href="/UserCenter?step=logout">
      {t("UserCenter.logout")}
    </ButtonLink>
  );
  return (
    <Screen title={t("UserCenter.title")} sheet={sheet} wideScreen>
      {user ? (
        <>
          <Profile user={user} balance={total} />
          {progress ? <Onboarding progress={progress} user={user} /> : null}
          <Entries user={user} identity={!progress} />
          {logoutLink}
        </>
      ) : (
        <>
          <Unavailable title={t("UserCenter.unavailable")} failure={failure} note={t("UserCenter.unavailableText")} />
          {logoutLink}
        </>
      )}
    </Screen>
  );
}

/** Only the app shows earnings: links to it. */
function EarningsSheet({ ios }: { ios: boolean }) {
  const t = useText();
  return (
    <Sheet title={t("UserCenter.earningsTitle")} closeTo="/UserCenter">
      <p className="soft">{t("UserCenter.earningsText")}</p>
      <div className="actions">
        <AppButtons ios={ios} />
      </div>
    </Sheet>
  );
}
