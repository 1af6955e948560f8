import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { useText } from "~/i18n/text";

/** An enquiry has arrived: said once, with ways on, and without a promise of when somebody answers (behaviour 2.66). */
export function Sent({ back, path }: { back: string; path: string }) {
  const t = useText();
  return (
    <div role="status">
      <EmptyState illustration="done" title={t("toasts.messageSent")} text={t("LeavingMessage.afterAnswer")}>
        <ButtonLink href={back}>{t("LeavingMessage.goBack")}</ButtonLink>
        <ButtonLink quiet href="/Index/Power">
          {t("common.power")}
        </ButtonLink>
        <p>
          <a className="link-button" href={path}>
            {t("LeavingMessage.another")}
          </a>
        </p>
      </EmptyState>
    </div>
  );
}
