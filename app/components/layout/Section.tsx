import { Fragment, type ReactNode } from "react";

/** A part of a page under its heading, which names it; on a phone folded behind it, where `isFolded`. */
export function Section({
  id,
  title,
  isFolded = false,
  children,
}: {
  id: string;
  title: ReactNode;
  isFolded?: boolean | undefined;
  children: ReactNode;
}) {
  const Part = isFolded ? "details" : "section";
  const Summary = isFolded ? "summary" : Fragment;
  return (
    <Part className={isFolded ? "part" : "section"} aria-labelledby={id}>
      <Summary>
        <h2 id={id}>{title}</h2>
      </Summary>
      {children}
    </Part>
  );
}
