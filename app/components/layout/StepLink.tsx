import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "./plain-click";

/**
 * With scripts no new document is loaded. (The router's own link weighs 1.2 kB.) The space separates its words from the
 * next link's.
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
