import { Drawing } from "~/components/layout/Icon";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";

const SKETCHES = {
  centres: "M4 20v-8h7v8M14.5 20V6h7v14M25 20v-6h7v6M35.5 20V9h7v11M46 20v-9h6v9M2 20.500h52",
  miners:
    "M4 5h8v6H4zM16 5h8v6h-8zM28 5h8v6h-8zM40 5h8v6h-8zM4 15h8v6H4zM16 15h8v6h-8zM28 15h8v6h-8zM40 15h8v6h-8zM8 8h.01M20 8h.01M32 8h.01M44 8h.01M8 18h.01M20 18h.01M32 18h.01M44 18h.01",
  capacity:
    "M4 8c0-2.5 10-4.5 22-4.500S48 5.5 48 8 38 12.5 26 12.5 4 10.5 4 8Zm0 0v9c0 2.5 10 4.5 22 4.500s22-2 22-4.500V8",
  growth: "M3 20.500h50M6 17v3.500M15 15v5.500M24 12v8.500M33 9.500v11M42 6v14.500M50 2v18.5",
} as const;

const FIGURES = ["centres", "miners", "capacity", "growth"] as const;

export function Figures() {
  const t = useText();
  return (
    <Section id="milestones" title={t("AboutUs.milestones")}>
      <div className="stack">
        <dl className="card figures wrap">
          <div className="figures-lead">
            <dt className="small">{t("claims.incidents")}</dt>
            <dd className="figure">
              <Drawing
                className="shield"
                viewBox="0 0 96 104"
                width="96"
                height="104"
                strokeOpacity="0.45"
                strokeWidth="2"
              >
                <path d="M48 4l38 13v31c0 24-15 42-38 52C25 90 10 72 10 48V17z" />
                <path d="M48 18l26 9v22c0 17-10 29-26 37-16-8-26-20-26-37V27z" />
                <path strokeOpacity="1" strokeWidth="5" d="M35 51l10 10 18-20" />
              </Drawing>
              {t("claims.incidentsFigure")}
            </dd>
          </div>
          {FIGURES.map((name) => (
            <div key={name}>
              <dt className="soft small">
                <Drawing className="sketch block" viewBox="0 0 56 24" width="56" height="24" strokeWidth="1.6">
                  <path d={SKETCHES[name]} />
                </Drawing>
                {t(`claims.${name}`)}
              </dt>
              <dd className="figure">{t(`claims.${name}Figure`)}</dd>
              <dd className="small">{t(`claims.${name}Text`)}</dd>
            </div>
          ))}
        </dl>
        <p className="soft small">{t("AboutUs.figuresNote")}</p>
      </div>
    </Section>
  );
}
