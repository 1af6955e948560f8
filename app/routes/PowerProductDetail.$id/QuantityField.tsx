import type { MouseEvent } from "react";
import type { FieldResult } from "~/components/form-result";
import { Icon } from "~/components/Icon";
import { describing, FormField } from "~/components/FormField";
import { useText } from "~/i18n/text";
import type { useStepper } from "./stepper";

/** The quantity between the − and the + of the stepper. */
export function QuantityField({
  field,
  stepper,
  step,
}: {
  field: FieldResult;
  stepper: ReturnType<typeof useStepper>;
  /** Terabytes. */
  step: string;
}) {
  const t = useText();
  const { id, name, errors, autoFocus } = field;
  const hint = t("PowerProductDetail.quantityHint", { step });
  return (
    <FormField {...{ id, hint, errors }} label={t("PowerProductDetail.quantity")}>
      <div className="field-row">
        <StepButton intent="decrease" step={step} onClick={stepper.decrease} />
        <input
          type="text"
          {...{ id, name, autoFocus }}
          className="centred"
          required
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          ref={stepper.input}
          value={stepper.text}
          onChange={stepper.type}
          onBlur={stepper.leave}
          {...describing({ id, hint, errors })}
        />
        <StepButton intent="increase" step={step} onClick={stepper.increase} />
      </div>
    </FormField>
  );
}

/** The − or + of the stepper: posts the form without scripts, changes the field in place with them. */
function StepButton({
  intent,
  step,
  onClick,
}: {
  intent: "decrease" | "increase";
  step: string;
  onClick: (event: MouseEvent) => void;
}) {
  const t = useText();
  return (
    <button type="submit" className="button button-quiet button-square" name="intent" value={intent} onClick={onClick}>
      <Icon name={intent === "decrease" ? "minus" : "plus"} label={t(`PowerProductDetail.${intent}`, { step })} />
    </button>
  );
}
