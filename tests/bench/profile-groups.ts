/** As much of V8's profile as is read of it. */
export interface CpuProfile {
  nodes: { id: number; callFrame: Frame }[];
  /** The node of each sample, and how long after the one before it was taken, in µs. */
  samples: number[];
  timeDeltas: number[];
}

/** A function, by where it stands in the program that ran. */
export interface Frame {
  functionName: string;
  url: string;
  /** Both from 0. */
  lineNumber: number;
  columnNumber: number;
}

/** The group of a function by its file: the first pattern that matches. */
const BY_FILE: readonly (readonly [group: string, files: RegExp])[] = [
  ["React (renderToString)", /node_modules\/(react|react-dom|scheduler)\//],
  [
    "routes (matching, handlers)",
    /node_modules\/(@remix-run\/router|react-router|react-router-dom|@remix-run\/react)\//,
  ],
  [
    "requests, answers, streams",
    /node_modules\/(@remix-run\/(node|server-runtime|express|web-[a-z]+)|web-streams-polyfill|cookie|set-cookie-parser)\//,
  ],
  ["schemas (zod)", /node_modules\/zod\//],
  ["texts (i18next)", /node_modules\/(i18next|react-i18next|remix-i18next|intl-parse-accept-language)\//],
  ["cookies and tokens (jose)", /node_modules\/jose\//],
  ["log and metrics", /node_modules\/(pino|sonic-boom|prom-client|thread-stream|pino-std-serializers)\//],
  ["compression", /node_modules\/(compression|on-headers|accepts|negotiator|vary|bytes)\/|node:(internal\/)?zlib/],
  ["Express", /node_modules\/(express|router|finalhandler|parseurl|send|serve-static|depd)\//],
  ["calls of the upstream (undici)", /node_modules\/undici\//],
  ["cookies and tokens (jose)", /node:internal\/crypto/],
  ["requests, answers, streams", /node:internal\/(deps\/undici|webstreams|url|abort_controller|event_target|streams)/],
  [
    "node:http and sockets",
    /node:(_http|net|internal\/(http|stream_base|timers|net)|http|events|buffer|internal\/buffer)/,
  ],
  ["rest of Node", /^node:/],
  ["rest of the packages", /node_modules\//],
];

const OURS = "the storefront's own code";

/**
 * The group of a function.
 *
 * @param file the one that it was written in
 */
function groupOf({ functionName }: Pick<Frame, "functionName">, file: string): string {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (file === "") return functionName === "(program)" ? "native code (compression, sockets)" : "native functions";
  return BY_FILE.find(([, files]) => files.test(file))?.[0] ?? OURS;
}

/** Self time by group, as shares of the time that was not idle; the largest first. */
export function sharesOf(
  { nodes, samples, timeDeltas }: CpuProfile,
  fileOf: (frame: Frame) => string = ({ url }) => url,
): Record<string, number> {
  const groups = new Map(nodes.map(({ id, callFrame }) => [id, callFrame] as const));
  const spent = new Map<string, number>();
  let all = 0;
  samples.forEach((id, index) => {
    const frame = groups.get(id);
    if (!frame || frame.functionName === "(idle)" || frame.functionName === "(root)") return;
    const tookUs = timeDeltas[index] ?? 0;
    const group = groupOf(frame, fileOf(frame));
    all += tookUs;
    spent.set(group, (spent.get(group) ?? 0) + tookUs);
  });
  return Object.fromEntries([...spent].sort(([, a], [, b]) => b - a).map(([group, took]) => [group, took / all]));
}
