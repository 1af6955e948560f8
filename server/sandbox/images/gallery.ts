import { drawDataCentre, drawHostingBanner, drawMiner, drawMinerDetail } from "./machines";
import { drawCoin, drawFavicon, drawLauncher, drawLogo, drawPhone, drawTrustBanner } from "./marks";
import { drawPower, drawPowerBanner, drawPowerDetail } from "./storage";

const DRAWINGS: Readonly<Record<string, () => string>> = {
  "banner-power": drawPowerBanner,
  "banner-hosting": drawHostingBanner,
  "banner-trust": drawTrustBanner,
  "data-centre": drawDataCentre,
  logo: drawLogo,
  favicon: drawFavicon,
  launcher: drawLauncher,
  phone: drawPhone,
};

/** The numbered pictures: so many of each there are. */
const SERIES: Readonly<Record<string, readonly [count: number, draw: (number: number) => string]>> = {
  power: [8, drawPower],
  "power-detail": [8, drawPowerDetail],
  miner: [6, drawMiner],
  "miner-detail": [6, drawMinerDetail],
};

/** Draws one of the platform's own illustrations as SVG text, or gives undefined when there is none of that name. */
export function drawImage(name: string): string | undefined {
  if (Object.hasOwn(DRAWINGS, name)) return DRAWINGS[name]?.();
  if (name.startsWith("coin-")) return drawCoin(name.slice("coin-".length));
  const [, kind = "", number = "", detail = ""] = /^([a-z]+)-(\d)(-detail)?$/.exec(name) ?? [];
  const [count, draw] = SERIES[kind + detail] ?? [0, undefined];
  return draw && Number(number) >= 1 && Number(number) <= count ? draw(Number(number)) : undefined;
}
