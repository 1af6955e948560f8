import { useNavigation } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { CodeSheet } from "~/components/CodeSheet";
import { AntiPhishingCode } from "~/components/AntiPhishingCode";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { CodeShape } from "~server/forms/field-rules";
import type { FormAnswer } from "~server/forms/form";
import type { Offer } from "./offer.server";

/** The authenticator code that pays (behaviour 5.2): exactly six digits. */
export function PaySheet({
  path,
  quote,
  offer,
  ...sheet
}: {
  path: string;
  token: string;
  /** The quote to pay: a used one has been replaced. */
  quote: string;
  offer: Offer;
  code: CodeShape;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const busy = useNavigation().formData !== undefined;
  const back = `${path}?step=confirm`;
  return (
    <CodeSheet
      {...sheet}
      formId="pay"
      name="googleCode"
      title={t("PowerProductDetail.codeTitle")}
      label={t("PowerProductDetail.codeLabel")}
      hint={t("PowerProductDetail.codeHint")}
      submit={t("PowerProductDetail.codePay", {
        amount: formatDecimal(offer.payment),
        symbol: offer.paySymbol,
      })}
      submitting={t("PowerProductDetail.codePaying")}
      closeTo={back}
      form={{ action: offer.codePath }}
      hidden={{ quote }}
      after={
        <ButtonLink quiet href={busy ? undefined : back} aria-disabled={busy || undefined}>
          {t("PowerProductDetail.codeBack")}
        </ButtonLink>
      }
    >
      <AntiPhishingCode lines={offer.antiPhishingCode} />
    </CodeSheet>
  );
}
