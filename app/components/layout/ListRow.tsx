import { Fragment, type ReactNode } from "react";
import "~/styles/entries.css";
import "./list-row.css";

/**
 * One thing of a list: its title, what stands at the end of its line, and further facts, which are lines below it on a
 * phone and columns on a desktop.
 *
 * @param props.notes as many in each row of a list
 * @param props.href where the row leads
 */
export function ListRow({
  href,
  title,
  end,
  notes,
}: {
  href?: string | undefined;
  title: ReactNode;
  end?: ReactNode;
  notes: readonly ReactNode[];
}) {
  const Row = href === undefined ? "div" : "a";
  return (
    <Row className="entry list-row" href={href}>
      <span className="list-title">{title}</span> {end}{" "}
      {notes.map((note, index) => (
        <Fragment key={index}>
          <span className="list-note">{note}</span>{" "}
        </Fragment>
      ))}
    </Row>
  );
}
