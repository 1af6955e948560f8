const PLUGINS_MAX = 10;
/** Fonts that common systems bring along, Chinese ones among them. */
const FONTS = [
  ...["Arial", "Courier New", "Georgia", "Helvetica Neue", "Microsoft JhengHei", "Microsoft YaHei"],
  ...["Noto Sans CJK TC", "PingFang TC", "Roboto", "Segoe UI", "Times New Roman", "Verdana"],
];

/**
 * Adds the fields of a device's fingerprint that take time (behaviour 3.17) to the given ones, and stores all of them
 * for the tab.
 */
export function storeDevice(basics: object): string {
  const { plugins } = navigator;
  const info = JSON.stringify({
    ...basics,
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

/** The installed fonts: a text has another width in them than in the fallback of a missing font. */
function fontsHere(): string[] {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return [];
  const widthIn = (family: string) => {
    context.font = `72px ${family}`;
    return context.measureText("mmWiil算力").width;
  };
  const fallbacks = ["monospace", "serif"].map((family) => ({ family, width: widthIn(family) }));
  return FONTS.filter((font) => fallbacks.some(({ family, width }) => widthIn(`"${font}",${family}`) !== width));
}
