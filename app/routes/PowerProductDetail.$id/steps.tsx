import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "~/components/layout/plain-click";
import { formatPayment } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { NextStep } from "~/components/product/amounts";

/**
 * The three steps of a purchase as dots: authenticator, deposit, purchase. Nothing where it is not known what is done.
 */
export function BuySteps({ done }: Pick<NextStep, "done">) {
  const t = useText();
  if (!done) return null;
  const steps = [...done, false];
  const next = steps.indexOf(false);
  return (
    <span className="dots">
      {steps.map((isDone, index) => (
        <i key={index} className={isDone ? "dot-done" : index === next ? "dot-next" : undefined} />
      ))}
      <span className="visually-hidden">
        {`${done[0] ? t("PowerProductDetail.linked") : ""} ${done[1] ? t("PowerProductDetail.covered") : ""}`}
      </span>
    </span>
  );
}

/** The words of a step's button, with its place among the steps that are left. */
export function useStepLabel({ name, short = "", place }: NextStep, coin: string): string {
  const t = useText();
  const amount = formatPayment(short, coin);
  const label = name === "buy" ? t("PowerProductDetail.buy") : t(`PowerProductDetail.${name}`, { amount });
  if (!place) return label;
  const [number, count] = place;
  return `${label} ${t("PowerProductDetail.stepOf", { number, count })}`;
}

/**
 * A link to another step of this page, with scripts without a new document. The router's own weighs 1.2 kB. The space
 * separates its words from the next link's.
 */
export function StepLink({
  to,
  className = "button",
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    // Without a network the page stays as it is (`stayWhileOffline`).
    if (!isPlainClick(event) || !navigator.onLine) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <>
      <a className={className} href={to} onClick={go}>
        {children}
      </a>{" "}
    </>
  );
}
