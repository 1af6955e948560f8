import { useRouteLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { Orbits } from "~/components/Orbits";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";

/**
 * What is sold here, and the two ways on: to the market, and to an account for who has none (behaviour 2.71).
 *
 * @param under `inert` under an open sheet
 */
export function Hero(under: { inert?: string }) {
  const t = useText();
  const signedIn = useRouteLoaderData<RootData>("root")?.signedIn ?? false;
  return (
    <div className="hero" {...under}>
      <Orbits />
      <div className="column hero-text">
        <h1>{t("Home.headline")}</h1>
        <p>{t("Home.tagline")}</p>
        <div className="ways">
          <ButtonLink href="/Index/Power">{t("Home.buy")}</ButtonLink>
          <ButtonLink quiet href={signedIn ? "/Index/Miner" : "/Register"}>
            {t(signedIn ? "common.miner" : "Home.register")}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
