import { ButtonLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { Sheet } from "~/components/form/Sheet";
import { NoTranslate, useText } from "~/i18n/text";
import { Lines } from "./ConfirmSheet";
import type { AskFirst, Done, Report } from "./view.server";
import { Form } from "@remix-run/react";
import { linksOf } from "~/components/layout/Header";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";

export function ReportSheet({ path, title, ...report }: Report & { path: string }) {
  const { illustration, text, figures, status, until, links } = report;
  const [first, ...others] = links.map(({ href, label }, index) => (
    <a key={href} className={index ? "entry" : "button"} href={href}>
      <span>{label}</span>{" "}
    </a>
  ));
  return (
    <Sheet title={title} closeTo={path}>
      <EmptyState
        illustration={illustration}
        text={text && <NoTranslate>{text}</NoTranslate>}
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
        {first}
      </EmptyState>
      <div className="entries">{others}</div>
    </Sheet>
  );
}

export function DoneNote({ title, message, links }: Done) {
  return (
    <div className="card" role="status">
      <p>
        <strong>{title}</strong>
        <br />
        <Lines lines={message} />
      </p>
      <p className="chips wrap">{linksOf(links.map((link) => ({ className: "chip", ...link })))}</p>
    </div>
  );
}

export function AskSheet({ path, token, ...ask }: AskFirst & { path: string; token: string }) {
  const t = useText();
  const { title, text, notes, heading, orders = [], link, button, quantity, again } = ask;
  return (
    <Sheet title={title} closeTo={ask.closeTo} foot={<ButtonLink href={link.href}>{link.label}</ButtonLink>}>
      <p role="alert">
        <NoTranslate>{text}</NoTranslate>
      </p>
      {notes.map((lines) => (
        <p key={lines.join()} className="note">
          <Lines lines={lines} />
        </p>
      ))}
      {heading ? (
        <h3>
          <NoTranslate>{heading}</NoTranslate>
        </h3>
      ) : null}
      {orders.map(({ orderNum, what, time }) => (
        <p key={orderNum}>
          <strong className="figure" translate="no">
            {what}
          </strong>
          <br />
          <span className="soft small">
            {time}
            <br />
            {t("PowerProductDetail.orderNumber")}{" "}
            <span className="exact" translate="no">
              {orderNum}
            </span>
          </span>
        </p>
      ))}
      <div className="stack">
        <Form method="post" action={path}>
          <SecurityInfo token={token} />
          <input type="hidden" name="buyAmount" value={quantity} />
          {again ? <input type="hidden" name="again" value={again} /> : null}
          <SubmitButton intent="buy" quiet>
            <NoTranslate>{button}</NoTranslate>
          </SubmitButton>
        </Form>
      </div>
    </Sheet>
  );
}
