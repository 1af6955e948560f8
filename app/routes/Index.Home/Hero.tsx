import { useRouteLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { Orbits } from "~/components/Orbits";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";

/**
 * What the shop sells, with links to the market and, for visitors without an account, to the registration.
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
