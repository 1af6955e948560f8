import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { requireSent } from "~server/identity/eligibility";

/**
 * Confirms that an identity was submitted, without any of its data (behaviour 2.33); only for visitors who submitted
 * one.
 */
export const loader = privateLoader(async ({ visitor, session, upstreamContext }) => {
  await requireSent(await visitor.flowSession(), session, upstreamContext);
  return pageData(null);
});

export default function SuccessRealname() {
  const t = useText();
  return (
    <Screen title={t("SuccessRealname.title")} back="/UserCenter">
      <EmptyState illustration="done" title={t("SuccessRealname.doneTitle")} text={t("SuccessRealname.doneText")}>
        <ButtonLink href="/UserCenter">{t("SuccessRealname.finish")}</ButtonLink>
      </EmptyState>
    </Screen>
  );
}
