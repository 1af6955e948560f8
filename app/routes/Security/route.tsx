import type { ActionFunctionArgs } from "@remix-run/node";
import { QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { MenuItem } from "~/components/layout/MenuItem";
import { SHIELD } from "~/components/layout/page-icons";
import { protectionRows } from "~/components/account/account-groups.server";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText, useLanguage } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import { pageData, privateLoader } from "~server/loader/loader";
import { readAccountData, type AccountData } from "~server/account/account-data";
import { noteProtection } from "~server/account/protection";
import { formToken } from "~server/session/csrf";
import { getText } from "~server/texts/text";
import { userInfo, type UserInfo } from "~server/upstream/user";
import { readResult } from "~server/loader/reads";
import { Checklist } from "./Checklist";
import { ConfirmSheet } from "./ConfirmSheet";
import { changeAntiPhishingCode, deleteAll, signOutEverywhere } from "./forms.server";
import "./security.css";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { Section } from "~/components/layout/Section";
import { formatTime } from "~/i18n/formats";
import type { ShownSignIn } from "~server/account/sign-ins";

const ACTIONS = { everywhere: signOutEverywhere, delete: deleteAll } as const;

const stepOf = (query: URLSearchParams): keyof typeof ACTIONS | null => {
  const step = query.get("step");
  return step === "everywhere" || step === "delete" ? step : null;
};

const protectionOf = ({ authLevel, googleBound, rejectedReason }: UserInfo) => ({
  authLevel,
  googleBound,
  rejectedReason,
});

export const loader = privateLoader(async ({ requestContext, upstreamContext, session, query, locale }) => {
  const step = stepOf(query);
  const [token, user, stored] = await Promise.all([
    formToken(requestContext, step ?? "antiPhishingCode"),
    readResult(userInfo(upstreamContext)),
    readAccountData(session).catch(() => undefined),
  ]);
  if (user.value) noteProtection(session, user.value);
  const protection = user.value && protectionRows(user.value, getText(locale));
  return pageData(
    { step, token, user: user.value && protectionOf(user.value), protection, failure: user.failure, stored },
    { complete: user.value !== undefined || stored !== undefined },
  );
});

export const action = (args: ActionFunctionArgs) => {
  const step = stepOf(new URL(args.request.url).searchParams);
  return (step ? ACTIONS[step] : changeAntiPhishingCode)(args);
};

export default function Security() {
  const t = useText();
  const { step, token, user, protection, failure, stored } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const lastResult = useActionData<FormResult>()?.lastResult;
  const sheet = step ? <ConfirmSheet step={step} token={token} lastResult={lastResult} /> : null;
  return (
    <AccountScreen title={t("Security.title")} back="/UserCenter" sheet={sheet} protection={protection}>
      <Checklist
        user={user}
        failure={failure}
        word={stored?.word}
        token={token}
        lastResult={sheet ? undefined : lastResult}
      />
      {stored ? (
        <>
          <SignIns signIns={stored.signIns} all={query.get("all") === "1"} />
          <StoredList stored={stored} />
        </>
      ) : (
        <Unavailable title={t("Security.unavailable")} text={t("Security.unavailableText")} />
      )}
      <ul className="card entries">
        <li>
          <MenuItem icon={SHIELD} note={t("Security.genuineNote")} href="/Genuine">
            {t("common.genuine")}
          </MenuItem>
        </li>
      </ul>
    </AccountScreen>
  );
}

function StoredList({ stored: { signIns, word, orders, identity } }: { stored: AccountData }) {
  const t = useText();
  return (
    <Section id="stored" title={t("Security.stored")}>
      <p className="soft">{t("Security.storedText")}</p>
      <div className="card">
        <DescriptionList
          lines={[
            [t("Security.storedSignIns"), String(signIns.length)],
            [t("Security.storedOrders"), String(orders)],
            [t("Security.word"), t(word.state === "none" ? "Security.storedNo" : "Security.storedYes")],
            [t("Security.storedIdentity"), t(identity ? "Security.storedIdentityYes" : "Security.storedIdentityNo")],
          ]}
        />
      </div>
      <p className="soft small">{t("Security.storedElse")}</p>
      <p className="soft small">
        {t("Security.storedPlatform")} <a href="/PrivacyAgreement#privacy-kept">{t("common.privacy")}</a>
      </p>
      <QuietLink href="/Security?step=delete">{t("Security.delete")}</QuietLink>
    </Section>
  );
}

/** The number of sign-ins that are shown at first: intruders are among the newest. */
const FIRST = 5;

function SignIns({ signIns, all }: { signIns: readonly ShownSignIn[]; all: boolean }) {
  const t = useText();
  const { locale } = useLanguage();
  const shown = all ? signIns : signIns.slice(0, FIRST);
  return (
    <Section id="sign-ins" title={t("Security.signIns")}>
      <p className="soft">{t("Security.signInsText")}</p>
      {shown.length > 0 ? (
        <ul className="card entries">
          {shown.map(({ device, inApp, atMs, isThis }, index) => (
            <li key={index}>
              <MenuItem
                note={formatTime(atMs, locale)}
                end={isThis ? <span className="tag tag-verified">{t("Security.thisOne")}</span> : null}
              >
                {inApp
                  ? t("Security.inApp", { device: t(`Security.device-${device}`) })
                  : t(`Security.device-${device}`)}
              </MenuItem>
            </li>
          ))}
        </ul>
      ) : null}
      {shown.length < signIns.length ? (
        <p>
          <TextLink href="/Security?all=1#sign-ins">{t("Security.signInsAll", { count: signIns.length })}</TextLink>
        </p>
      ) : null}
      {signIns.some(({ isThis }) => isThis) ? null : <p className="soft">{t("Security.notRecorded")}</p>}
      <p className="soft small">{t("Security.unknownSignIn")}</p>
      <QuietLink href="/Security?step=everywhere">{t("Security.everywhere")}</QuietLink>
    </Section>
  );
}
