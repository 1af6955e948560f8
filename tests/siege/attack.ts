/** Attacks on the built storefront, and the data that attackers have. */

/** The storefront under attack. Plain data: it is sent to the process of the attackers. */
export interface Target {
  /** PUBLIC_ORIGIN, and the `Host` that belongs to it. */
  origin: string;
  host: string;
  /** The address for visitors: the storefront, or the proxy in front of it. */
  front: { port: number; isTls: boolean };
  /** The storefront's own ports, for visitors and for health checks, and its process. */
  port: number;
  healthPort: number;
  pid: number;
  /** The `Cookie` header of each account that is signed in; the accounts may send an identity. */
  accounts: string[];
  /** Signed paths of pictures on hostile hosts, by what the host sends. */
  pictures: Readonly<Record<string, string[]>>;
  /** The signed path of an ordinary picture. */
  ordinaryPicture: string;
  storeFile: string | undefined;
  connectionsMax: number;
}

/** Carries out the attack; returns sentences about harm to other visitors, none if all is well. */
export type Strike = () => Promise<string[] | void>;

/** A response with which a hostile server replaces its own; `call` may name several calls. */
export type Hostility = { server: "upstream"; call: string; reply: string } | { server: "redis" };

/** The destination of the log: a file by default. */
export type LogTarget = "file" | "full device" | "disk that fills up" | "reader that is stuck";

/** The combination of a Node, a store and a front. */
export interface Variant {
  node: string;
  store: "file" | "redis";
  front: "direct" | "haproxy" | "nginx";
}

export interface Attack {
  name: string;
  /** Attacks of the same kind have the same number. */
  item: string;
  /** The attack in a few words, for the table. */
  sent: string;
  /** Prepares files and forms. Runs in a separate process, like the strike. */
  prepare: (target: Target) => Strike | Promise<Strike>;
  accounts?: number;
  hostility?: Hostility;
  /** Changed fields of the upstream's products, by product id. */
  products?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  log?: LogTarget;
  /** The process's limit on open files. */
  filesMax?: number;
  /** "after": the purchase begins after the attack, because nobody can buy during it. */
  buys?: "after";
  /** The log may have no line at error level. */
  mustLogNoError?: true;
  /** The maximum time until the process ends after SIGTERM, in milliseconds. */
  endsWithinMs?: number;
  /** The variants in which the attack makes sense; all by default. */
  suits?: (variant: Variant) => boolean;
}

/** An attack, with its item, its name and what it sends. */
export const attack = (
  item: string,
  name: string,
  sent: string,
  rest: Omit<Attack, "item" | "name" | "sent">,
): Attack => ({ item, name, sent, ...rest });
