/** An attack on the built storefront, and what an attacker knows of it. */

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
  /** The file of the store, where it has one. */
  storeFile: string | undefined;
  /** How many connections an attack may open at a time. */
  connectionsMax: number;
}

/** Strikes once it is called. Gives what else went wrong for others: sentences, none when all is well. */
export type Strike = () => Promise<string[] | void>;

/** A response that a server around the storefront sends instead of its own; `call` may name several. */
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
  /** How many accounts it has. */
  accounts?: number;
  hostility?: Hostility;
  /** Fields of products that the upstream answers differently, by product id. */
  products?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  log?: LogTarget;
  /** How many files the process may have open. */
  filesMax?: number;
  /** "after": the purchase begins when the attack is over, since meanwhile nobody can buy. */
  buys?: "after";
  /** The log may have no line at error level. */
  mustLogNoError?: true;
  /** How long the process may take to end after SIGTERM, in milliseconds. */
  endsWithinMs?: number;
  /** The variants in which it makes sense; all by default. */
  suits?: (variant: Variant) => boolean;
}

/** An attack, with its item, its name and what it sends. */
export const attack = (
  item: string,
  name: string,
  sent: string,
  rest: Omit<Attack, "item" | "name" | "sent">,
): Attack => ({ item, name, sent, ...rest });
