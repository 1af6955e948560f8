import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { StepLink } from "~/components/layout/StepLink";
import { Deal } from "~/components/product/Deal";
import { AntiPhishingCode } from "~/components/account/AntiPhishingCode";
import { Sheet } from "~/components/form/Sheet";
import { formatCharge } from "~/i18n/formats";
import { useStepLabel } from "./steps";
import { NoTranslate, useText } from "~/i18n/text";
import type { Offer, ShownProduct } from "./offer.server";
import { Fragment } from "react";
import { useNavigation } from "@remix-run/react";
import { CodeSheet } from "~/components/form/CodeSheet";
import type { CodeShape } from "~server/forms/field-rules";
import type { FormProps } from "~/components/form/form-result";

export function ConfirmSheet({
  product,
  offer,
  balanceUnknown,
}: {
  product: ShownProduct;
  offer: Offer;
  balanceUnknown?: string | undefined;
}) {
  const t = useText();
  const { coin, next, quantityPath: back } = offer;
  const label = useStepLabel(next, coin);
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
            <QuietLink href={back}>{t("PowerProductDetail.confirmEdit")}</QuietLink>
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
      <ItemRow product={product} text={offer.cost} />
      <AntiPhishingCode lines={offer.antiPhishingCode} />
      {balanceUnknown ? <p role="alert">{balanceUnknown}</p> : null}
      <Deal
        terms={product}
        coin={coin}
        payment={offer.payment}
        until={product.cycleEnd}
        payLabel={t("PowerProductDetail.payNow")}
        isBrief
      >
        {offer.balances ? (
          <p className="soft small" translate="no">
            {t("PowerProductDetail.balanceAfter", offer.balances)}
          </p>
        ) : null}
      </Deal>
    </Sheet>
  );
}

function ItemRow({ product, text }: { product: Pick<ShownProduct, "title" | "thumbnail">; text: string }) {
  return (
    <div className="product-head row">
      {product.thumbnail ? <img {...product.thumbnail} alt="" width="56" height="56" /> : null}
      <p>
        <strong>{product.title}</strong> <br />
        <span className="soft small">
          <NoTranslate>{text}</NoTranslate>
        </span>
      </p>
    </div>
  );
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index ? <br /> : null}
      <NoTranslate>{line}</NoTranslate>
    </Fragment>
  ));
}

export function PaySheet({
  product,
  quote,
  offer,
  ...sheet
}: FormProps & {
  product: Pick<ShownProduct, "title" | "thumbnail">;
  quote: string;
  offer: Offer;
  code: CodeShape;
}) {
  const t = useText();
  const busy = useNavigation().formData !== undefined;
  const back = offer.confirmPath;
  const pay = (
    <NoTranslate>
      {t("PowerProductDetail.codePay", { amount: formatCharge(offer.payment), symbol: offer.coin })}
    </NoTranslate>
  );
  return (
    <CodeSheet
      {...sheet}
      formId="pay"
      name="googleCode"
      title={pay}
      label={t("PowerProductDetail.codeLabel")}
      hint={t("PowerProductDetail.codeHint")}
      submit={pay}
      submitting={t("PowerProductDetail.codePaying")}
      closeTo={back}
      form={{ action: offer.codePath }}
      hidden={{ quote }}
      after={
        <QuietLink href={busy ? undefined : back} aria-disabled={busy || undefined}>
          {t("PowerProductDetail.codeBack")}
        </QuietLink>
      }
    >
      <ItemRow product={product} text={offer.cost} />
      <AntiPhishingCode lines={offer.antiPhishingCode} />
    </CodeSheet>
  );
}
