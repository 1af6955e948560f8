import { logProgramError } from "@storefront/observability/log";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { env } from "~server/env";

/** A value sealed for one purpose cannot be opened for another. */
export type KeyPurpose =
  | "session"
  | "flow"
  | "flash"
  | "form-token"
  | "replay"
  | "limit"
  | "quote"
  | "receipt"
  | "photo"
  | "record"
  | "picture";

type Key = Uint8Array<ArrayBuffer>;

const derived = new Map<string, Key>();

/** Returns one key per secret in SESSION_SECRET: the first one encrypts and signs, all of them decrypt and verify. */
export function keysOf(purpose: KeyPurpose): [Key, ...Key[]] {
  const [first = "", ...older] = env().SESSION_SECRET;
  return [keyOf(first, purpose), ...older.map((secret) => keyOf(secret, purpose))];
}

function keyOf(secret: string, purpose: KeyPurpose): Key {
  const name = `${purpose}:${secret}`;
  let key = derived.get(name);
  if (!key) {
    key = new Uint8Array(hkdfSync("sha256", secret, "storefront", purpose, 32));
    derived.set(name, key);
  }
  return key;
}

const imported = new Map<Key, Promise<CryptoKey>>();

/** Imported keys are cached, because importing takes a fifth of the time of opening a cookie. */
function cipherKey(key: Key): Promise<CryptoKey> {
  let ready = imported.get(key);
  if (!ready) {
    ready = crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
    imported.set(key, ready);
  }
  return ready;
}

/** Encrypts a JSON object (JWE, `dir` with A256GCM) that can be opened for `ageMs`. */
export async function seal(purpose: KeyPurpose, payload: Record<string, unknown>, ageMs: number): Promise<string> {
  return new EncryptJWT({ payload })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setExpirationTime(new Date(Date.now() + ageMs))
    .encrypt(await cipherKey(keysOf(purpose)[0]));
}

/** Opens a value from `seal` with any of the secrets; null for anything else. Never rejects. */
export async function open(purpose: KeyPurpose, sealed: string): Promise<unknown> {
  for (const key of keysOf(purpose)) {
    try {
      const opened = await jwtDecrypt(sealed, await cipherKey(key), {
        audience: purpose,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
        requiredClaims: ["exp"],
      });
      return opened.payload.payload ?? null;
    } catch (error) {
      logProgramError(error);
    }
  }
  return null;
}

export function sign(purpose: KeyPurpose, text: string): string {
  return mac(keysOf(purpose)[0], text);
}

/** Accepts signatures under any of the secrets. */
export function isSigned(purpose: KeyPurpose, text: string, signature: string): boolean {
  return keysOf(purpose).some((key) => isSameText(signature, mac(key, text)));
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [bytes, expected] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const mac = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64url");
