import { ButtonLink } from "~/components/layout/ButtonLink";
import { HeroIllustration } from "~/components/layout/HeroIllustration";
import { useText } from "~/i18n/text";

const FIGURES = ["centres", "miners", "capacity", "growth"] as const;

/**
 * The head of Home for signed-out visitors: what the shop sells, the links to the market and to the registration, and
 * the operator's figures. Where there is space, the hall of racks stands beside the headline.
 *
 * @param under `inert` under an open sheet
 */
export function Hero(under: { inert?: string }) {
  const t = useText();
  return (
    <div className="hero" {...under}>
      <div className="column hero-text hero-home">
        <div className="hero-words">
          <h1>{t("Home.headline")}</h1>
          <p>{t("Home.tagline")}</p>
          <div className="ways">
            <ButtonLink href="/Index/Power">{t("Home.buy")}</ButtonLink>
            <ButtonLink quiet href="/Register">
              {t("Home.register")}
            </ButtonLink>
          </div>
        </div>
        <HeroIllustration />
        <dl className="proof">
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
