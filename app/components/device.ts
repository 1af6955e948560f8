const PLUGINS_MAX = 10;
/** Fonts that common systems bring along, Chinese ones among them. */
const FONTS = [
  ...["Arial", "Courier New", "Georgia", "Helvetica Neue", "Microsoft JhengHei", "Microsoft YaHei"],
  ...["Noto Sans CJK TC", "PingFang TC", "Roboto", "Segoe UI", "Times New Roman", "Verdana"],
];

/** The fields of a device's fingerprint (behaviour 3.17), beside those that are there at once; kept for the tab. */
export function keepDevice(atOnce: object): string {
  const { plugins } = navigator;
  const info = JSON.stringify({
    ...atOnce,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    plugins: Array.from(plugins)
      .slice(0, PLUGINS_MAX)
      .map(({ name }) => name),
    fonts: fontsHere(),
  });
  sessionStorage.setItem("securityInfo", info);
  return info;
}

/** Those that are there: a text has another width in them than in what stands in for a font that is missing. */
function fontsHere(): string[] {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return [];
  const widthIn = (family: string) => {
    context.font = `72px ${family}`;
    return context.measureText("mmWiil算力").width;
  };
  const standIns = ["monospace", "serif"].map((family) => ({ family, width: widthIn(family) }));
  return FONTS.filter((font) => standIns.some(({ family, width }) => widthIn(`"${font}",${family}`) !== width));
}
