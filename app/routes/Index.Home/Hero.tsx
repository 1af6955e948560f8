import { useText } from "~/i18n/text";
import { Arc } from "~/components/layout/Arc";
import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";

const FIGURES = ["centres", "miners", "capacity", "growth"] as const;

export function Hero(under: { inert?: string }) {
  const t = useText();
  return (
    <div className="hero hero-dark" {...under}>
      <div className="column hero-text">
        <Arc />
        <h1>{t("Home.headline")}</h1>
        <p>{t("Home.tagline")}</p>
        <div className="ways row wrap">
          <ButtonLink href="/Index/Power">{t("Home.buy")}</ButtonLink>{" "}
          <TextLink href="/Register">{t("common.createAccount")}</TextLink>
        </div>
        <dl className="proof between wrap">
          {FIGURES.map((name) => (
            <div key={name}>
              <dt>{t(`claims.${name}`)}</dt> <dd className="figure">{t(`claims.${name}Figure`)}</dd>{" "}
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
