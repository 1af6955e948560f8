import { useLoaderData } from "@remix-run/react";
import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";
import { MenuItem } from "~/components/layout/MenuItem";
import { GLOBE } from "~/components/layout/page-icons";
import { AccountScreen } from "~/components/account/AccountMenu";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { DEFAULT_COUNTRY, readCountry } from "~server/identity/countries";
import { readIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { resumedFlow } from "~server/identity/saved";
import { readDraft } from "~server/session/flow-session";

/** Reads the country: `selected`, or `country` in our own links, else the details typed before, else the default. */
export const loader = privateLoader(async ({ requestContext, locale, session, upstreamContext, query }) => {
  const [user, flowSession] = await Promise.all([
    requireUnverified(upstreamContext),
    requestContext.flowSession().then((begun) => resumedFlow(begun, session)),
  ]);
  const named =
    query.get("country") ??
    query.get("selected") ??
    readDraft(flowSession, "realName", session)?.numberCode ??
    readIdentityDraft(flowSession, session)?.numberCode ??
    DEFAULT_COUNTRY.numberCode;
  const country =
    (await readCountry(locale, named)) ?? (await readCountry(locale, DEFAULT_COUNTRY.numberCode)) ?? DEFAULT_COUNTRY;
  return pageData({ country, rejectedReason: user.rejectedReason });
});

export default function RealNameSelect() {
  const t = useText();
  const { country, rejectedReason } = useLoaderData<typeof loader>();
  return (
    <AccountScreen title={t("RealNameSelect.title")} back="/UserCenter">
      <p className="soft small">{t("common.stepOfThree", { step: 1 })}</p>
      {rejectedReason ? (
        <div className="note stack-2 rejected" role="status">
          <h2>{t("RealNameSelect.rejected")}</h2>
          <p>{rejectedReason}</p>
          <p>{t("RealNameSelect.rejectedText")}</p>
        </div>
      ) : null}
      <p className="soft">{t("RealNameSelect.lead")}</p>
      <div className="card entries">
        <MenuItem icon={GLOBE} href={`/CountrySelect?country=${country.numberCode}`}>
          <span className="block soft small">{t("RealNameSelect.country")}</span>{" "}
          <strong>{country.name ?? t("RealNameSelect.unitedStates")}</strong>{" "}
          <span className="soft">{`+${country.areaCode}`}</span>{" "}
          <span className="visually-hidden">{t("RealNameSelect.change")}</span>
        </MenuItem>
      </div>
      <ButtonLink href={`/RealNameInfo?country=${country.numberCode}`}>{t("common.next")}</ButtonLink>
      <section className="section">
        <h2>{t("RealNameSelect.rules")}</h2>
        <ul className="prose soft ticks">
          <li>{t("RealNameSelect.checkDocument")}</li>
          <li>{t("RealNameSelect.checkLight")}</li>
          <li>{t("RealNameSelect.checkKept")}</li>
          <li>{t("RealNameSelect.ruleOnce")}</li>
          <li>{t("RealNameSelect.ruleChange")}</li>
          <li>{t("RealNameSelect.ruleReview")}</li>
        </ul>
        <p>
          <TextLink href="/Help#review">{t("RealNameSelect.reviewHelp")}</TextLink>
        </p>
      </section>
    </AccountScreen>
  );
}
