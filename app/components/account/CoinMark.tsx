import { COLOURS, KNOWN, LETTER, LETTERS, ORNAMENTS, OUTLINES, type Outline } from "./coin-glyphs";

/** More letters cannot be distinguished at the size of a mark. */
const MOST_LETTERS = 3;
const LETTER_SCALE = 1.2;
const LETTER_GAP = 2;

function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

function looksOf(symbol: string) {
  const name = symbol.toUpperCase();
  const known = Object.prototype.hasOwnProperty.call(KNOWN, name) ? KNOWN[name] : undefined;
  if (known) return { colour: known[0], outline: known[1], sign: known[2], ornament: "", letters: [] };
  const number = numberOf(name);
  const outlines = Object.keys(OUTLINES) as Outline[];
  return {
    colour: COLOURS[number % COLOURS.length] ?? COLOURS[0],
    outline: outlines[(number >>> 8) % outlines.length] ?? "circle",
    sign: "",
    ornament: ORNAMENTS[(number >>> 16) % ORNAMENTS.length] ?? "",
    // The oldest browsers that hydrate have no flatMap.
    letters: name
      .split("")
      .map((letter) => LETTERS[letter] ?? "")
      .filter(Boolean)
      .slice(0, MOST_LETTERS),
  };
}

export function CoinMark({ symbol }: { symbol: string }) {
  const { colour, outline, sign, ornament, letters } = looksOf(symbol);
  const width = (letters.length * LETTER.width + (letters.length - 1) * LETTER_GAP) * LETTER_SCALE;
  const left = 20 - width / 2;
  const top = 20 - (LETTER.height * LETTER_SCALE) / 2;
  const lines = [sign, ornament].filter(Boolean).join("");
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" fill="none" stroke="#fff" aria-hidden="true">
      <path d={OUTLINES[outline]} fill={colour} stroke="none" />
      {lines ? <path d={lines} strokeWidth="2" /> : null}
      {letters.map((letter, index) => (
        <path
          key={index}
          d={letter}
          strokeWidth="1.4"
          transform={`translate(${round(left + index * (LETTER.width + LETTER_GAP) * LETTER_SCALE)} ${round(top)}) scale(${LETTER_SCALE})`}
        />
      ))}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
