import type { ReactNode, SVGAttributes } from "react";

const EYE =
  "M2.5 12C4.5 8 8 5.5 12 5.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";

/** Line icons on a 24-unit grid, on every page that hydrates; those of only some pages are in `page-icons.ts`. */
const PATHS = {
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c.8-3.6 4-5.5 8-5.5s7.2 1.9 8 5.5",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  support: "M5 13v-2a7 7 0 0 1 14 0v2M5 13h3v5H6a1 1 0 0 1-1-1v-4Zm14 0h-3v5h2a1 1 0 0 0 1-1v-4Zm0 4c0 2-2 3.5-5 3.5",
  wallet:
    "M4 7.5h14.5a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6.5A1.5 1.5 0 0 1 5.5 5H17M16 13.5h.01",
  orders: "M6 3.5h12v17l-2.5-1.7-2 1.7-1.5-1.7-2 1.7-1.5-1.7L6 20.5v-17Zm3 5h6M9 12h6",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4l9 15.5H3L12 4Zm0 6v4.5M12 17v.01",
  chip: "M7.5 7.5h9v9h-9v-9ZM10 4v3.5M14 4v3.5M10 16.5V20M14 16.5V20M4 10h3.5M4 14h3.5M16.5 10H20M16.5 14H20",
  minus: "M6 12h12",
  plus: "M12 6v12M6 12h12",
  info: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5V16M12 8v.01",
  eye: EYE,
  hidden: `${EYE}M4 4l16 16`,
} as const;

type Known = keyof typeof PATHS;

export type IconName = Known | `M${string}`;

const isKnown = (name: IconName): name is Known => name in PATHS;

/** An SVG that is hidden from screen readers, because the adjacent text has the same meaning. */
export function Drawing(drawing: SVGAttributes<SVGSVGElement>) {
  return <svg fill="none" stroke="currentColor" aria-hidden="true" {...drawing} />;
}

/** Shows an icon beside a text; a control without another text has `label`, shown by browsers that draw no icon. */
export function Icon({ name, className, label }: { name: IconName; className?: string; label?: ReactNode }) {
  return (
    <>
      <Drawing className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" width="24" height="24">
        <path d={isKnown(name) ? PATHS[name] : name} />
      </Drawing>
      {label ? <span className="words">{label}</span> : null}
    </>
  );
}
