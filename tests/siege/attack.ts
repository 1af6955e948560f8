/** The storefront under attack. This is plain data, because it is sent to the attackers' process. */
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
  /** Signed paths of pictures on hostile hosts, by the kind of response. */
  pictures: Readonly<Record<string, string[]>>;
  /** The signed path of an ordinary picture. */
  ordinaryPicture: string;
  storeFile: string | undefined;
  connectionsMax: number;
}

/** Carries out the attack. Returns sentences about harm to other visitors; none if there is none. */
export type Strike = () => Promise<string[] | void>;

/** A response that a hostile server sends instead of its own; `call` may name several calls. */
export type Hostility = { server: "upstream"; call: string; reply: string } | { server: "redis" };

/** The destination of the log; a file by default. */
export type LogTarget = "file" | "full device" | "disk that fills up" | "reader that is stuck";

/** The combination of a Node, a store and a front. */
export interface Variant {
  node: string;
  store: "file" | "redis";
  front: "direct" | "haproxy" | "nginx";
}

export interface Attack {
  name: string;
  /** The number of the kind of attack. */
  item: string;
  /** The attack in a few words for the table. */
  sent: string;
  /** Prepares files and forms in a separate process, in which the strike then runs. */
  prepare: (target: Target) => Strike | Promise<Strike>;
  accounts?: number;
  hostility?: Hostility;
  /** Changed fields of the upstream's products, by product id. */
  products?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  log?: LogTarget;
  /** The process's limit on open files. */
  filesMax?: number;
  /** "after" means that the purchase begins after the attack, because nobody can buy during it. */
  buys?: "after";
  /** True if the log must have no line at error level. */
  mustLogNoError?: true;
  /** The maximum time in milliseconds until the process ends after SIGTERM. */
  endsWithinMs?: number;
  /** The variants in which the attack makes sense; all by default. */
  suits?: (variant: Variant) => boolean;
}

/** Makes an attack from the number of its kind, its name and a description of what it sends. */
export const attack = (
  item: string,
  name: string,
  sent: string,
  rest: Omit<Attack, "item" | "name" | "sent">,
): Attack => ({ item, name, sent, ...rest });
