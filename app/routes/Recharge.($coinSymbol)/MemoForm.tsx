import { ErrorSummary } from "~/components/ErrorSummary";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { readMessage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { ShownChain, ShownCoin } from "./place.server";

/** A coin that goes by address and memo says so, and is told that it was read, before it shows either (behaviour 7.25). */
export function MemoForm({
  token,
  coin,
  chain,
  lastResult,
}: {
  token: string;
  coin: ShownCoin;
  chain: ShownChain;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { formErrors, fields } = readAnswer("recharge", lastResult, { acknowledged: "" });
  const { id, errors } = fields.acknowledged;
  const action = `/Recharge/${encodeURIComponent(coin.symbol)}?${new URLSearchParams({ chain: chain.name }).toString()}`;
  return (
    <form method="post" action={action} className="card form" noValidate>
      <ErrorSummary formErrors={formErrors} fields={[fields.acknowledged]} />
      <FormToken value={token} />
      <h2>{t("Recharge.memoTitle", { coin: coin.showName })}</h2>
      <p className="note">{t("Recharge.memoText")}</p>
      <div className={errors?.length ? "check check-wrong" : "check"}>
        <label>
          <input
            type="checkbox"
            id={id}
            name="acknowledged"
            value="1"
            aria-invalid={errors?.length ? true : undefined}
            aria-describedby={errors?.length ? `${id}-error` : undefined}
          />
          <span>{t("Recharge.memoAcknowledge")}</span>
        </label>
        {errors?.[0] ? (
          <p className="field-error" id={`${id}-error`}>
            {readMessage(t, errors[0])}
          </p>
        ) : null}
      </div>
      <button type="submit" className="button">
        {t("Recharge.memoShow")}
      </button>
    </form>
  );
}
