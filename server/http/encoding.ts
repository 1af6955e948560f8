/**
 * Chooses how to compress an answer.
 *
 * @param acceptEncoding the header's value
 * @returns the best of brotli and gzip that is accepted, or undefined for neither
 */
export function acceptedEncoding(acceptEncoding: string | undefined): "br" | "gzip" | undefined {
  const accepted = new Set<string>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return (["br", "gzip"] as const).find((encoding) => accepted.has(encoding));
}
