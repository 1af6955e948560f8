import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "./plain-click";

/** A link to a step, without a new document if scripts run; the router's own link weighs 1.2 kB. */
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
    // Without a network the page stays (`stayWhileOffline`).
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
