import { useText } from "~/i18n/text";
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
        <div className="ways wrap">
          <ButtonLink href="/Index/Power">{t("Home.buy")}</ButtonLink>{" "}
          <TextLink href="/Register">{t("common.createAccount")}</TextLink>
        </div>
        <dl className="proof wrap">
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

export function Arc() {
  return (
    <svg className="hero-arc" viewBox="0 0 100 100" fill="none" stroke="currentColor" aria-hidden="true">
      {/* The first circle is thicker on its left, which an arc on each side of it draws. */}
      <path
        strokeWidth="1.4"
        d="M50 2a48 48 0 1 1 0 96a48 48 0 1 1 0-96M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72M50 26a24 24 0 1 1 0 48a24 24 0 1 1 0-48M50 1.2a48.8 48.8 0 0 0-46.8 61M50 2.8a47.2 47.2 0 0 0-45.2 59"
      />
    </svg>
  );
}
