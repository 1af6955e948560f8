import { Fragment, type ReactNode } from "react";

/** A section of a page. With `isFolded`, a phone shows only the heading until it is pressed. */
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
