import type { Illustration } from "~/components/feedback/EmptyState";

/** Drawings of empty pages without scripts: lines, and the arc of the logo. A page with scripts has its own. */
export const NO_SAVED: Illustration = ["M22 82h76M47 74V38h26v36L60 63z", "M34 48a26 26 0 0 1 52 0"];
export const NO_COMPARE: Illustration = [
  "M22 82h76M34 82V44h22v38M64 82V44h22v38M41 54h8M41 63h8M71 54h8M71 63h8",
  "M43 34a17 17 0 0 1 34 0",
];
export const NO_NOTICES: Illustration = [
  "M22 82h76M38 82V18h32l12 12v52M70 18v12h12M48 60h24M48 69h15",
  "M48 50a12 12 0 0 1 24 0",
];
export const NO_ORDERS: Illustration = [
  "M36 78V16h48v62l-8-6-8 6-8-6-8 6-8-6zM46 54h28M46 62h17",
  "M48 44a12 12 0 0 1 24 0",
];
export const NO_DEPOSITS: Illustration = [
  "M22 82h76M30 60v22M90 60v22M30 66h17l4 7h18l4-7h17M60 26v28M51 46l9 9 9-9",
  "M34 42a26 26 0 0 1 52 0",
];
export const NO_WALLET: Illustration = [
  "M22 82h76M32 40h56v42M32 40v42M88 54H72v14h16M78 61h.01",
  "M40 40a20 20 0 0 1 40 0",
];
