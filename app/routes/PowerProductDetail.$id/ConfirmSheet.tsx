import { ButtonLink } from "~/components/layout/ButtonLink";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { noted, useCostPerDay, useTerms } from "~/components/product/product-terms";
import { AntiPhishingCode } from "~/components/account/AntiPhishingCode";
import { Sheet } from "~/components/form/Sheet";
import { formatCharge, formatPayment } from "~/i18n/formats";
import { BuySteps, StepLink, useStepLabel } from "./steps";
import { useText } from "~/i18n/text";
import type { Offer, ShownProduct } from "./offer.server";
import { Fragment } from "react";
import { useNavigation } from "@remix-run/react";
import { CodeSheet } from "~/components/form/CodeSheet";
import type { CodeShape } from "~server/forms/field-rules";
import type { FormResult } from "~server/forms/form";

/** The payment confirmation: the payment, the balance after it, the terms. The risk and the buttons stay in view. */
export function ConfirmSheet({
  product,
  offer,
  balanceUnknown,
}: {
  product: ShownProduct;
  offer: Offer;
  /** Why there is no balance. */
  balanceUnknown?: string | undefined;
}) {
  const t = useText();
  const { coin, next, quantityPath: back } = offer;
  const label = useStepLabel(next, coin);
  const perDay = useCostPerDay(product);
  return (
    <Sheet
      title={t("PowerProductDetail.confirmTitle")}
      closeTo={back}
      foot={
        <>
          <p className="small soft">
            {t("PowerProductDetail.confirmRisk")}
            {t("PowerProductDetail.confirmAgreement")}
            <a href="/UserAgreement">{t("PowerProductDetail.confirmAgreementName")}</a>
            {t("PowerProductDetail.confirmAgreementEnd")}
          </p>
          <div className="button-row">
            <ButtonLink quiet href={back}>
              {t("PowerProductDetail.confirmEdit")}
            </ButtonLink>
            {balanceUnknown ? (
              <ButtonLink href={offer.confirmPath}>{t("common.retry")}</ButtonLink>
            ) : next.name === "deposit" ? (
              <ButtonLink href={offer.depositPath}>{label}</ButtonLink>
            ) : (
              <StepLink to={offer.codePath}>{t("common.next")}</StepLink>
            )}
          </div>
        </>
      }
    >
      {offer.changes ? (
        <p className="note" role="alert">
          <Lines lines={offer.changes} />
        </p>
      ) : null}
      <p className="sum">
        <span className="small">
          {product.title} <BuySteps done={next.done} />
        </span>{" "}
        <span className="soft small">{offer.cost}</span> {perDay ? <span className="soft small">{perDay}</span> : null}{" "}
        <span className="visually-hidden">{t("PowerProductDetail.payAmount")} </span>
        <strong className="figure" translate="no">
          {formatPayment(offer.payment, coin)}
        </strong>
      </p>
      <AntiPhishingCode lines={offer.antiPhishingCode} />
      {balanceUnknown ? <p role="alert">{balanceUnknown}</p> : null}
      <DescriptionList
        className="facts facts-dense"
        lines={offer.facts.map(({ name, value, note }) => [name, noted(value, note)] as const)}
      />
      <DescriptionList className="facts facts-3" lines={useTerms(product)} />
      <p className="small soft">{t("PowerProductDetail.inTheApp")}</p>
    </Sheet>
  );
}

/** Sentences, each on a line of its own. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index ? <br /> : null}
      <span>{line}</span>
    </Fragment>
  ));
}

/** The authenticator code that pays (behaviour 5.2): exactly six digits. */
export function PaySheet({
  product,
  quote,
  offer,
  ...sheet
}: {
  product: Pick<ShownProduct, "title">;
  token: string;
  /** The quote to pay: a used one has been replaced. */
  quote: string;
  offer: Offer;
  code: CodeShape;
  lastResult?: FormResult["lastResult"] | undefined;
}) {
  const t = useText();
  const busy = useNavigation().formData !== undefined;
  const back = offer.confirmPath;
  return (
    <CodeSheet
      {...sheet}
      formId="pay"
      name="googleCode"
      title={t("PowerProductDetail.codeTitle")}
      label={t("PowerProductDetail.codeLabel")}
      hint={t("PowerProductDetail.codeHint")}
      submit={t("PowerProductDetail.codePay", {
        amount: formatCharge(offer.payment),
        symbol: offer.coin,
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
      {/* What the code pays stays in sight beside it. */}
      <p>
        {product.title} <BuySteps done={offer.next.done} />
        <br />
        <strong className="figure" translate="no">
          {offer.order}
        </strong>
      </p>
      <AntiPhishingCode lines={offer.antiPhishingCode} />
    </CodeSheet>
  );
}
