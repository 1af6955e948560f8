import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { useText } from "~/i18n/text";

/** Confirms once that an enquiry has arrived, with links to go on, and without a promise of a reply time. */
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
