import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { Unavailable } from "~/components/Unavailable";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { isIos } from "~server/http/device";
import { caller } from "~server/session/caller";
import { formToken } from "~server/session/forgery";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { userInfo } from "~server/upstream/account";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { EarningsSheet } from "./EarningsSheet";
import { Entries } from "./Entries";
import { logout } from "./logout.server";
import { LogoutSheet } from "./LogoutSheet";
import { Profile } from "./Profile";

export const headers = privateHeaders;

/** Who is signed in, and what is verified and bound (spec section 2, "User centre"). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const [title, token, user] = await Promise.all([
      pageTitle(locale, "UserCenter.title"),
      formToken(request, "logout"),
      unlessUnavailable(userInfo(caller(request, session))),
    ]);
    const ios = isIos(request.headers.get("user-agent"));
    return json({ title, token, user, ios }, { status: user ? 200 : 503, headers: PRIVATE_HEADERS });
  });
}

export const action = logout;

export default function UserCenter() {
  const t = useText();
  const { token, user, ios } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const step = query.get("step");
  const sheet =
    step === "logout" ? <LogoutSheet token={token} /> : step === "earnings" ? <EarningsSheet ios={ios} /> : null;
  return (
    <Screen title={t("UserCenter.title")} sheet={sheet}>
      {user ? (
        <>
          <Profile user={user} />
          <Entries user={user} />
        </>
      ) : (
        <Unavailable title={t("UserCenter.unavailable")} text={t("UserCenter.unavailableText")} retry="/UserCenter" />
      )}
      <a className="button button-quiet" href="/UserCenter?step=logout">
        {t("UserCenter.logout")}
      </a>
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
