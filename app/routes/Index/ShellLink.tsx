import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

/** A link of the shell, which says whether it leads to this page. */
export function ShellLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isHere = `${pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());
  return (
    <a className={className} href={to} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}
