import { ButtonLink } from "~/components/layout/ButtonLink";
import { AccountScreen } from "~/components/account/AccountMenu";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { requireSent } from "~server/identity/eligibility";
import { CycleRing } from "~/components/account/CycleRing";
import "~/styles/result.css";

export const loader = privateLoader(async ({ requestContext, session, upstreamContext }) => {
  await requireSent(await requestContext.flowSession(), session, upstreamContext);
  return pageData(null);
});

export default function SuccessRealname() {
  const t = useText();
  return (
    <AccountScreen title={t("SuccessRealname.title")} back="/UserCenter">
      <div className="result stack-2 center">
        <CycleRing percent={100} size={96} tick />
        <h2>{t("SuccessRealname.doneTitle")}</h2>
        <div className="actions stack screen-only">
          <ButtonLink href="/UserCenter">{t("SuccessRealname.finish")}</ButtonLink>
        </div>
      </div>
      <section className="card" aria-labelledby="next">
        <h2 id="next">{t("SuccessRealname.nextTitle")}</h2>
        <ol className="timeline">
          <li className="timeline-done" aria-current="step">
            <h3>{t("SuccessRealname.sent")}</h3>
          </li>
          <li>
            <h3>{t("SuccessRealname.reviewed")}</h3>
            <p className="soft">{t("SuccessRealname.reviewedText")}</p>
          </li>
          <li>
            <h3>{t("SuccessRealname.result")}</h3>
            <p className="soft">{t("SuccessRealname.doneText")}</p>
          </li>
        </ol>
      </section>
    </AccountScreen>
  );
}
