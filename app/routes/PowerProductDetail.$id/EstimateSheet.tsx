import { Fragment } from "react";
import { Sheet } from "~/components/form/Sheet";
import { linksOf } from "~/components/layout/Header";
import { useText } from "~/i18n/text";
import type { ShownView } from "./view.server";

export function EstimateSheet({ text, lists, links, closeTo }: Extract<ShownView, { kind: "estimate" }>) {
  const t = useText();
  return (
    <Sheet title={t("PowerProductDetail.estimateTitle")} closeTo={closeTo}>
      <p>{text}</p>
      {lists.map(({ heading, isNot, points }) => (
        <Fragment key={heading}>
          <h3>{heading}</h3>
          <ul className={isNot ? "points points-not" : "points"}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p className="pair row between wrap">{linksOf(links)}</p>
      <p className="note">{t("PowerProductDetail.inTheApp")}</p>
    </Sheet>
  );
}
