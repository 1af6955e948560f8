import { drawControlRoom } from "./control-room";
import { drawDataCentre, drawHostingBanner, drawMiner, drawMinerBack, drawMinerDetail, MACHINES } from "./machines";
import { drawCoin, drawFavicon, drawLauncher, drawLogo, drawPhone, drawTrustBanner } from "./marks";
import { drawPower, drawPowerBanner, drawPowerDetail } from "./storage";

const DRAWINGS: Readonly<Record<string, () => string>> = {
  "banner-power": drawPowerBanner,
  "banner-hosting": drawHostingBanner,
  "banner-trust": drawTrustBanner,
  "data-centre": drawDataCentre,
  "control-room": drawControlRoom,
  logo: drawLogo,
  favicon: drawFavicon,
  launcher: drawLauncher,
  phone: drawPhone,
};

/** The numbered pictures, with their counts. */
const SERIES: Readonly<Record<string, readonly [count: number, draw: (number: number) => string]>> = {
  power: [8, drawPower],
  "power-detail": [8, drawPowerDetail],
  miner: [MACHINES, drawMiner],
  "miner-back": [MACHINES, drawMinerBack],
  "miner-detail": [MACHINES, drawMinerDetail],
};

/** Draws one of the sandbox's illustrations as SVG text; undefined for an unknown name. */
export function drawImage(name: string): string | undefined {
  if (Object.hasOwn(DRAWINGS, name)) return DRAWINGS[name]?.();
  if (name.startsWith("coin-")) return drawCoin(name.slice("coin-".length));
  const [, kind = "", number = "", view = ""] = /^([a-z]+)-(\d{1,2})(-[a-z]+)?$/.exec(name) ?? [];
  const series = kind + view;
  const [count, draw] = (Object.hasOwn(SERIES, series) ? SERIES[series] : undefined) ?? [0, undefined];
  return draw && Number(number) >= 1 && Number(number) <= count ? draw(Number(number)) : undefined;
}
