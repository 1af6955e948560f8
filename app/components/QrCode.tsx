import type { QrPath } from "~server/qr-code/qr-code";

/** Width in modules of the light border that scanners need around a code. */
const QUIET = 4;

/** A QR code drawn by the server, with its quiet zone: dark on white in both colour schemes, as scanners expect. */
export function QrCode({ code, label }: { code: QrPath; label: string }) {
  const side = code.size + 2 * QUIET;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      width="240"
      height="240"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
