import { expect, test } from "vitest";
import { digest, FULL_LENGTH } from "~server/crypto/digest";

test("digests never change: cookies, form tokens and store keys from before an update contain them", () => {
  expect(digest("session", "token-a")).toBe("vAA8Bx4vg-eiOQ05M__G-5");
  expect(digest("notice", "7", 8)).toBe("aMUcC-lD");
  expect(digest("buyer", "10086", FULL_LENGTH)).toBe("J9gxS5i-q0a6V3_TW0nPlbJ-K4_Rpu3ErVQtUndv9R0");
});

test("a text has a different digest for each purpose", () => {
  expect(digest("draft", "a@example.com")).not.toBe(digest("real-name", "a@example.com"));
});
