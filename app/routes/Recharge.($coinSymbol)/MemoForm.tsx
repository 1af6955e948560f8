import { CheckField } from "~/components/form/CheckField";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { ShownCoin } from "./place.server";
import "../../styles/check.css";

/** Asks the visitor to confirm that address and memo are both needed, before they are shown. */
export function MemoForm({
  token,
  coin,
  path,
  lastResult,
}: FormProps & {
  coin: ShownCoin;
  /** The address of the page with this choice. */
  path: string;
}) {
  const t = useText();
  const submission = readSubmission("recharge", lastResult, { acknowledged: undefined });
  return (
    // Back must not tick the box for another visitor.
    <form method="post" action={path} className="card form" autoComplete="off" noValidate>
      <ErrorSummary {...submission} labels={{ acknowledged: t("Recharge.memoConfirmation") }} />
      <h2>{t("Recharge.memoTitle", { coin: coin.showName })}</h2>
      <FormToken value={token} />
      <SecurityInfo />
      <p className="note">{t("Recharge.memoText")}</p>
      <p>
        <a className="link-button" href="/Help#memo">
          {t("Recharge.memoHelp")}
        </a>
      </p>
      <CheckField {...submission.fields.acknowledged} value="1" label={t("Recharge.memoAcknowledge")} required />
      <SubmitButton>{t("Recharge.memoShow")}</SubmitButton>
    </form>
  );
}
