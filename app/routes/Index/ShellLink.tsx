import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

/** A link of the shell, marked as current if it leads to this page. */
export function ShellLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isHere = `${pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());
  return (
    <a href={to} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}
