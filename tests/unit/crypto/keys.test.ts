import { expect, test } from "vitest";
import { isSigned, sign } from "~server/crypto/keys";

test("a signature has one spelling", () => {
  const signature = sign("flash", "text");
  expect(isSigned("flash", "text", signature)).toBe(true);
  const spare = Buffer.from(signature, "base64url");
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const sameBytes = letters
    .map((letter) => signature.slice(0, -1) + letter)
    .filter((one) => one !== signature && Buffer.from(one, "base64url").equals(spare));
  expect(sameBytes).toHaveLength(3);
  const junk = ["!", "=", ".", "%", " ", "\n", "é", "A"].flatMap((one) => [
    signature + one,
    one + signature,
    signature.slice(0, 9) + one + signature.slice(9),
  ]);
  // The same number of letters but more bytes.
  const wide = "é" + signature.slice(1);
  for (const other of ["", ...sameBytes, ...junk, spare.toString("base64"), spare.toString("hex"), wide]) {
    expect(isSigned("flash", "text", other), other).toBe(false);
  }
});
