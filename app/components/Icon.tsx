import type { SVGAttributes } from "react";

const EYE =
  "M2.5 12C4.5 8 8 5.5 12 5.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";

/** Line icons on a 24-unit grid, drawn for this site; they take the colour and size of the text around them. */
const PATHS = {
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c.8-3.6 4-5.5 8-5.5s7.2 1.9 8 5.5",
  menu: "M4 7h16M4 12h16M4 17h10",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  up: "M5 15l7-7 7 7",
  next: "M9 5l7 7-7 7",
  support: "M5 13v-2a7 7 0 0 1 14 0v2M5 13h3v5H6a1 1 0 0 1-1-1v-4Zm14 0h-3v5h2a1 1 0 0 0 1-1v-4Zm0 4c0 2-2 3.5-5 3.5",
  telegram: "M20.5 4.5L3.5 11l5.5 2.2L18 7l-6.5 7.5v4.5l2.7-2.8 3.3 2.3 3-14Z",
  twitter: "M4 4.5l16 15M20 4.5L4.5 19.5M4 4.5h4l12 15h-4L4 4.5Z",
  mail: "M3.5 6h17v12h-17V6Zm0 .5l8.5 7 8.5-7",
  globe:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.5 3.3 5.3 3.3 8.5s-1 6-3.3 8.5c-2.3-2.5-3.3-5.3-3.3-8.5s1-6 3.3-8.5Z",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Zm4.5 3.5h3",
  key: "M8 19.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm2.5-6L19 5M15.5 8.5l3 3M13 11l2 2",
  wallet:
    "M4 7.5h14.5a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6.5A1.5 1.5 0 0 1 5.5 5H17M16 13.5h.01",
  orders: "M6 3.5h12v17l-2.5-1.7-2 1.7-1.5-1.7-2 1.7-1.5-1.7L6 20.5v-17Zm3 5h6M9 12h6",
  earnings: "M4 19.5h16M6.5 16v-4M11 16V8M15.5 16v-6M20 16V5",
  identity:
    "M3.5 5.5h17v13h-17v-13Zm5 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3 3c.5-1.5 1.6-2 3-2s2.5.5 3 2M14.5 9.5h3.5M14.5 13h3.5",
  shield: "M12 3.5l7 2.5v5.5c0 4-2.7 7.3-7 9-4.3-1.7-7-5-7-9V6l7-2.5Zm-3 8.5l2.2 2.2L15.5 10",
  invite:
    "M10 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7.5c.6-3 3.2-4.5 6.5-4.5 1.3 0 2.5.2 3.5.7M18 13.5v6M15 16.5h6",
  logout: "M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M11 12h9.5M17 8.5l3.5 3.5-3.5 3.5",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
  alert: "M12 4l9 15.5H3L12 4Zm0 6v4.5M12 17v.01",
  server: "M4.5 5h15v5.5h-15V5Zm0 8.5h15V19h-15v-5.5ZM8 7.750h.01M8 16.250h.01",
  chip: "M7.5 7.5h9v9h-9v-9ZM10 4v3.5M14 4v3.5M10 16.5V20M14 16.5V20M4 10h3.5M4 14h3.5M16.5 10H20M16.5 14H20",
  minus: "M6 12h12",
  plus: "M12 6v12M6 12h12",
  home: "M4 11.5L12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5",
  question:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 16.5v.01",
  print: "M7 9V4h10v5M7 17H4.5v-6.5h15V17H17M7 14h10v6H7v-6Z",
  info: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5V16M12 8v.01",
  copy: "M9 9h10.5v10.5H9V9Zm-3 6H4.5V4.5H15V6",
  eye: EYE,
  hidden: `${EYE}M4 4l16 16`,
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing in the colour of the text beside it, which says the same; hidden from screen readers. */
export function Drawing(drawing: SVGAttributes<SVGSVGElement>) {
  return (
    <svg
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...drawing}
    />
  );
}

/**
 * An ornament beside a text that says the same, or the only thing that is seen of a control.
 *
 * @param says the words of such a control. Browsers that cannot draw the icon show them (behaviour 10.38), so they are
 *   content, not an attribute.
 */
export function Icon({ name, className, says }: { name: IconName; className?: string; says?: string }) {
  return (
    <>
      <Drawing
        className={className ? `icon ${className}` : "icon"}
        viewBox="0 0 24 24"
        width="24"
        height="24"
        strokeWidth="1.6"
      >
        <path d={PATHS[name]} />
      </Drawing>
      {says ? <span className="words">{says}</span> : null}
    </>
  );
}
