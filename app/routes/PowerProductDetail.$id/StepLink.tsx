import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { ButtonLink } from "~/components/ButtonLink";
import { isPlainClick } from "~/components/plain-click";

/** A link to another step of this page: with scripts without a new document. The router's own weighs 1.2 kB. */
export function StepLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate();
  const go = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <ButtonLink href={to} onClick={go}>
      {children}
    </ButtonLink>
  );
}
