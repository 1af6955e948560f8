export interface Box {
  width: number;
  height: number;
  /** `cover` fills the box and crops the overflow; `inside` fits the whole image. Neither enlarges. */
  fit: "cover" | "inside";
}

/** Sizes in which an image may be rendered. */
export interface Preset {
  /** Names the preset in URLs: `a` to `z`, unique. */
  letter: string;
  /** From 10 to 9999. */
  sizes: readonly [number, ...number[]];
  box: (size: number) => Box;
  /** For icons: PNG wherever WebP is not accepted. */
  png?: true;
}

export interface Variant {
  url: URL;
  preset: Preset;
  size: number;
}

export interface CacheLimits {
  maxBytes: number;
  maxFiles: number;
  memoryBytes: number;
}

/** The images of a product. Functions are called whenever their values are needed. */
export interface ImageProxyOptions {
  /** With a slash at both ends. */
  prefix: string;
  presets: readonly Preset[];
  /** For HMAC-SHA256: the first signs, each verifies. */
  keys: () => readonly [Uint8Array, ...Uint8Array[]];
  /** The base of relative addresses. It may be internal, so URLs leave it out. */
  baseUrl: () => string;
  /** Parses a source's address; undefined if it is not, or no longer, allowed. */
  allowedSource: (address: string) => URL | undefined;
  /** Origins of the operator: may be http or private. */
  trustedOrigins: () => readonly string[];
  /** The folder of the cache, which processes may share. */
  folder: () => string;
  cacheLimits?: Partial<CacheLimits>;
}
