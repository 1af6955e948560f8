import type { Attack } from "./attack";
import { DECODER } from "./decoder";
import { DEPENDENCIES } from "./dependencies";
import { EXPRESSIONS } from "./expressions";
import { LOG } from "./log";
import { MULTIPART } from "./multipart";
import { NOISE } from "./noise";
import { PHOTOS } from "./photos";
import { PIECES } from "./pieces";
import { PIPELINING } from "./pipelining";
import { STORE } from "./store";
import { TOGETHER } from "./together";
import { WAITING } from "./waiting";

/** Every attack, by family. */
export const ATTACKS: readonly Attack[] = [
  ...[...MULTIPART, ...LOG, ...DECODER, ...PIPELINING, ...PIECES, ...DEPENDENCIES, ...EXPRESSIONS],
  ...[...PHOTOS, ...STORE, ...NOISE, ...WAITING, ...TOGETHER],
];

/** @throws Error if there is no attack of that name */
export function attackNamed(name: string): Attack {
  const found = ATTACKS.find((attack) => attack.name === name);
  if (!found) throw new Error(`There is no attack ${name}.`);
  return found;
}
