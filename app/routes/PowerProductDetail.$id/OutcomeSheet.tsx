import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Sheet } from "~/components/Sheet";
import { useText } from "~/i18n/text";
import { Lines } from "./ConfirmSheet";
import type { Again, Done, LikelyOrders, Report } from "./messages.server";
import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { FormToken } from "~/components/FormToken";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";

/**
 * What has become of a purchase whose response was lost, or that the Back button was pressed after: an outcome with
 * links to the order.
 */
export function ReportSheet({ path, report }: { path: string; report: Report }) {
  const { title, illustration, text, figures, status, until, links } = report;
  return (
    <Sheet title={title} closeTo={path}>
      <EmptyState
        illustration={illustration}
        text={text}
        wait={
          <>
            {figures ? (
              <p className="figure">
                <Lines lines={figures} />
              </p>
            ) : null}
            {status ? <p role="status">{status}</p> : null}
            {until ? <p className="soft">{until}</p> : null}
          </>
        }
      >
        {links.map(({ href, label }, index) => (
          <ButtonLink key={href} quiet={index > 0} href={href}>
            {label}
          </ButtonLink>
        ))}
      </EmptyState>
    </Sheet>
  );
}

/** A purchase that is done, on the product page itself, above the form of a further one. */
export function DoneNote({ done }: { done: Done }) {
  return (
    <div className="card" role="status">
      <p>
        <strong>{done.title}</strong>
        <br />
        <Lines lines={done.message} />
      </p>
      <p className="chips">
        {done.links.map(({ href, label }) => (
          <Fragment key={href}>
            <a className="chip" href={href}>
              {label}
            </a>{" "}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/**
 * For a quote older than the store's data, which were lost: this press sent nothing, but an earlier one may have paid.
 * Shows the newest orders, before a new quote can be asked for.
 */
export function ForgottenSheet({
  path,
  token,
  quantity,
  doubt,
  likely,
}: BuyAgainProps & {
  doubt?: readonly string[] | undefined;
  likely: LikelyOrders;
}) {
  const t = useText();
  return (
    <Sheet
      title={t("PowerProductDetail.forgottenTitle")}
      closeTo={path}
      foot={<ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>}
    >
      <p role="alert">{t("PowerProductDetail.forgottenText")}</p>
      {doubt ? (
        <p className="note">
          <Lines lines={doubt} />
        </p>
      ) : null}
      {likely.orders ? <h3>{likely.text}</h3> : <p className="note">{likely.text}</p>}
      {likely.orders?.map(({ orderNum, what, time }) => (
        <p key={orderNum}>
          <strong className="figure">{what}</strong>
          <br />
          <span className="soft small">
            {time}
            <br />
            {t("PowerProductDetail.orderNumber")} <span className="exact">{orderNum}</span>
          </span>
        </p>
      ))}
      <BuyAgain {...{ path, token, quantity }} label={t("PowerProductDetail.forgottenAgain")} />
    </Sheet>
  );
}

/** Asks for the extra press before a product is bought although an earlier purchase of it got no response. */
export function AgainSheet({ path, token, quantity, again }: BuyAgainProps & { again: Again }) {
  const t = useText();
  return (
    <Sheet title={again.title} closeTo={path} foot={<ButtonLink href={again.link.href}>{again.link.label}</ButtonLink>}>
      <p role="alert">{again.text}</p>
      {again.purchases.map((lines) => (
        <p key={lines.join()} className="figure">
          <Lines lines={lines} />
        </p>
      ))}
      <BuyAgain {...{ path, token, quantity }} again={again.key} label={t("Purchase.againButton", { quantity })} />
    </Sheet>
  );
}

interface BuyAgainProps {
  path: string;
  token: string;
  /** In terabytes. */
  quantity: string;
}

/** The form that asks for a new quote although an earlier purchase may have gone through. */
function BuyAgain({ path, token, quantity, again, label }: BuyAgainProps & { again?: string; label: string }) {
  return (
    <div className="actions">
      <Form method="post" action={path}>
        <FormToken value={token} />
        <SecurityInfo />
        <input type="hidden" name="buyAmount" value={quantity} />
        {again === undefined ? null : <input type="hidden" name="again" value={again} />}
        <SubmitButton intent="buy" quiet>
          {label}
        </SubmitButton>
      </Form>
    </div>
  );
}
