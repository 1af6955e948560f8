import { useRouteLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Drawing } from "../../components/Icon";

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

/** The ornament of the front pages: arcs around a rising point, as in the drawing of the hall of racks. */
function Orbits() {
  return (
    <Drawing className="orbits" viewBox="0 0 160 160" width="160" height="160" strokeWidth="1.6">
      <path d="M160 24A136 136 0 0 0 24 160M160 56A104 104 0 0 0 56 160M160 88A72 72 0 0 0 88 160M160 120A40 40 0 0 0 120 160" />
      <path className="orbits-points" d="M140 25.5h.01M146 57h.01" />
    </Drawing>
  );
}
