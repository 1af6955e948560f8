import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { FormField } from "~/components/form/FormField";
import { useText } from "~/i18n/text";
import type { Ratio } from "~server/purchase/estimate";
import "../../styles/check.css";

const RATIOS = ["full", "half", "none"] as const satisfies readonly Ratio[];

export function EstimateForm({
  choices,
  productId,
  quantity,
  wrong,
  ratio,
  hasCases,
  maxLength,
}: {
  choices: readonly { productId: string; title: string }[];
  productId?: string | undefined;
  quantity: string;
  wrong?: string | undefined;
  ratio: Ratio;
  hasCases: boolean;
  maxLength: number;
}) {
  const t = useText();
  const errors = wrong ? [wrong] : undefined;
  return (
    <form method="get" action="/Estimate#result" className="card form">
      <ErrorSummary
        fields={{ quantity: { id: "quantity", errors } }}
        labels={{ quantity: t("PowerProductDetail.quantity") }}
      />
      <FormField id="product" label={t("Estimate.product")}>
        <div className="field-row">
          <select id="product" name="product" defaultValue={productId}>
            {choices.map((one) => (
              <option key={one.productId} value={one.productId}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
      </FormField>
      <Field
        id="quantity"
        name="quantity"
        label={t("PowerProductDetail.quantity")}
        hint={t("Estimate.quantityHint")}
        errors={errors}
        autoFocus={Boolean(errors)}
        defaultValue={quantity}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={maxLength}
      />
      {hasCases ? (
        <fieldset className="choices">
          <legend className="bold">{t("Estimate.ratio")}</legend>
          {RATIOS.map((one) => (
            <label key={one} className="choice">
              <input type="radio" name="ratio" value={one} defaultChecked={one === ratio} />
              <span>{t(`Estimate.${one}`)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <button type="submit" className="button">
        {t("Estimate.submit")}
      </button>
    </form>
  );
}
