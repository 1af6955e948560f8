import { useText } from "~/i18n/text";
import type { Bars } from "~server/purchase/estimate";

/** Heights in lines of text: the first row, each further row, and a row's bar below its name. */
const FIRST = 2.75;
const ROW = 2.75;
const BELOW_NAME = 0.375;

/** Shows cost and cases as bars; the drawing itself says that it is an estimate. */
export function Chart({ bars, text }: { bars: Bars; text: string }) {
  const t = useText();
  const rows = [
    { name: t("Estimate.cost"), whole: bars.cost, back: bars.cost },
    ...bars.cases.map((one) => ({ ...one, name: t(`Estimate.${one.ratio}`) })),
  ];
  const end = FIRST + rows.length * ROW;
  return (
    <svg
      className="estimate-chart block"
      fill="currentColor"
      role="img"
      aria-labelledby="chart-title chart-text"
      width="100%"
      height="224"
    >
      <title id="chart-title">{t("Estimate.mark")}</title> <desc id="chart-text">{text}</desc>{" "}
      <text y="1.125em" className="estimate-mark">
        {t("Estimate.mark")}
      </text>{" "}
      {rows.map(({ name, whole, back }, index) => (
        <g key={name}>
          <text y={`${FIRST + index * ROW}em`}>{name}</text> {/* The service fee is the end of a bar, outlined only. */}
          <rect
            className="estimate-fee"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            y={`${FIRST + index * ROW + BELOW_NAME}em`}
            height="1em"
            width={`${whole}%`}
          />
          <rect
            className={index ? "estimate-output" : "soft"}
            y={`${FIRST + index * ROW + BELOW_NAME}em`}
            height="1em"
            width={`${back}%`}
          />
        </g>
      ))}
      <line
        stroke="currentColor"
        strokeDasharray="4 4"
        x1={`${bars.cost}%`}
        x2={`${bars.cost}%`}
        y1={`${FIRST}em`}
        y2={`${end - 1}em`}
      />
    </svg>
  );
}
