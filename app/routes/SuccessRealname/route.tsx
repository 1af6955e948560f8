import { ButtonLink } from "~/components/layout/ButtonLink";
import { PurchaseTimeline } from "~/components/account/PurchaseTimeline";
import { Result } from "~/components/feedback/Result";
import { AccountScreen } from "~/components/account/AccountMenu";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { requireSent } from "~server/identity/eligibility";

/** Confirms that an identity was submitted, without any of its data; only for visitors who submitted one. */
export const loader = privateLoader(async ({ requestContext, session, upstreamContext }) => {
  await requireSent(await requestContext.flowSession(), session, upstreamContext);
  return pageData(null);
});

export default function SuccessRealname() {
  const t = useText();
  return (
    <AccountScreen title={t("SuccessRealname.title")} back="/UserCenter">
      <Result title={t("SuccessRealname.doneTitle")}>
        <ButtonLink href="/UserCenter">{t("SuccessRealname.finish")}</ButtonLink>
      </Result>
      <section className="card" aria-labelledby="next">
        <h2 id="next">{t("SuccessRealname.nextTitle")}</h2>
        <PurchaseTimeline
          entries={[
            { title: t("SuccessRealname.sent"), done: true, current: true },
            { title: t("SuccessRealname.reviewed"), text: t("SuccessRealname.reviewedText") },
            { title: t("SuccessRealname.result"), text: t("SuccessRealname.doneText") },
          ]}
        />
      </section>
    </AccountScreen>
  );
}
