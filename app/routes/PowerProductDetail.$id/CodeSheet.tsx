import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { Field } from "~/components/Field";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { trimmed, useIncomplete } from "~/components/incomplete";
import { SecurityInfo } from "~/components/SecurityInfo";
import { Sheet } from "~/components/Sheet";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { Offer } from "./ConfirmSheet";

/** The authenticator code that pays (behaviour 4.14, 5.2): exactly six digits. */
export function CodeSheet({
  path,
  token,
  quote,
  offer,
  codeLength,
  lastResult,
}: {
  path: string;
  token: string;
  /** The quote to pay: a used one has been replaced. */
  quote: string;
  offer: Offer;
  codeLength: number;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { ref, incomplete } = useIncomplete((typed) => trimmed(typed, "googleCode").length === codeLength);
  const { formErrors, fields } = readAnswer("pay", lastResult, { googleCode: "" });
  const { id, errors } = fields.googleCode;
  return (
    <Sheet title={t("PowerProductDetail.codeTitle")} closeTo={`${path}?step=confirm`}>
      <ErrorSummary formErrors={formErrors} fields={[{ id, errors }]} />
      <Form method="post" action={`${path}?step=code`} className="form" noValidate preventScrollReset ref={ref}>
        <FormToken value={token} />
        <SecurityInfo />
        <input type="hidden" name="quote" value={quote} />
        <Field
          id={id}
          name="googleCode"
          label={t("PowerProductDetail.codeLabel")}
          hint={t("PowerProductDetail.codeHint")}
          errors={errors}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={codeLength}
          autoFocus
        />
        <SubmitButton disabled={incomplete}>
          {t("PowerProductDetail.codePay", { amount: formatDecimal(offer.payment, 8), symbol: offer.paySymbol })}
        </SubmitButton>
        <a className="button button-quiet" href={`${path}?step=confirm`}>
          {t("PowerProductDetail.codeBack")}
        </a>
      </Form>
    </Sheet>
  );
}
