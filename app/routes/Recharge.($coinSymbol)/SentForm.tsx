import { ButtonLink } from "~/components/layout/ButtonLink";
import type { FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";

/** Starts to watch for a deposit; links to one that is watched already. */
export function SentForm({
  token,
  path,
  watchPath,
}: Pick<FormProps, "token"> & {
  /** The address of the page with this choice. */
  path: string;
  /** Undefined where nothing is watched. */
  watchPath: string | undefined;
}) {
  const t = useText();
  return (
    <form method="post" action={path} className="low-bar action-bar">
      <FormToken value={token} />
      <SecurityInfo />
      <div className={watchPath === undefined ? undefined : "action-bar-pair"}>
        {watchPath === undefined ? null : <ButtonLink href={watchPath}>{t("Recharge.watchAgain")}</ButtonLink>}
        <SubmitButton intent="sent" quiet>
          {t("Recharge.sent")}
        </SubmitButton>
      </div>
    </form>
  );
}
