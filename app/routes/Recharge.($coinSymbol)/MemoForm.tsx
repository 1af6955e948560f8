import { CheckField } from "~/components/form/CheckField";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { useText } from "~/i18n/text";
import type { ShownCoin } from "./place.server";
import "~/styles/check.css";
import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";

export function MemoForm({ token, coin, path, lastResult }: FormProps & { coin: ShownCoin; path: string }) {
  const t = useText();
  const submission = readSubmission("recharge", lastResult, { acknowledged: undefined });
  return (
    // The Back button must not tick the box for another visitor.
    <form method="post" action={path} className="card form" autoComplete="off" noValidate>
      <ErrorSummary {...submission} labels={{ acknowledged: t("Recharge.memoConfirmation") }} />
      <h2>
        <NoTranslateNames text="Recharge.memoTitle" names={{ coin: coin.showName }} />
      </h2>
      <SecurityInfo token={token} />
      <p className="note">{t("Recharge.memoText")}</p>
      <p>
        <TextLink href="/Help#memo">{t("Recharge.memoHelp")}</TextLink>
      </p>
      <CheckField {...submission.fields.acknowledged} value="1" label={t("Recharge.memoAcknowledge")} required />
      <SubmitButton>{t("Recharge.memoShow")}</SubmitButton>
    </form>
  );
}

export function SentForm({
  token,
  path,
  watchPath,
}: Pick<FormProps, "token"> & { path: string; watchPath: string | undefined }) {
  const t = useText();
  return (
    <form method="post" action={path} className="low-bar action-bar">
      <SecurityInfo token={token} />
      <div className={watchPath === undefined ? undefined : "action-bar-pair"}>
        {watchPath === undefined ? null : <ButtonLink href={watchPath}>{t("Recharge.watchAgain")}</ButtonLink>}
        <SubmitButton intent="sent" quiet>
          {t("Recharge.sent")}
        </SubmitButton>
      </div>
    </form>
  );
}
