import fc from "fast-check";
import { expect, test } from "vitest";
import { splitMemo } from "~server/deposits/address";

test.each([
  ["rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH_12345", "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH", "12345"],
  ["sandbox_vault_77", "sandbox_vault", "77"],
  ["a__b", "a_", "b"],
])("an address with a memo is split on its last underscore: %s", (sent, address, memo) => {
  expect(splitMemo(sent, true)).toEqual({ address, memo });
});

test("joined again, the parts are what the upstream sent; a memo has no underscore", () => {
  const part = fc.string({ unit: fc.constantFrom(..."abcXYZ019_.:-"), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(part, fc.stringMatching(/^[A-Za-z0-9]{1,20}$/), (address, memo) => {
      expect(splitMemo(`${address}_${memo}`, true)).toEqual({ address, memo });
    }),
  );
});

test("an address of a coin without a memo is never split", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (sent) => {
      expect(splitMemo(sent, false)).toEqual({ address: sent });
    }),
  );
});

test("a memo that was not sent is missing, never empty", () => {
  expect(splitMemo("sandboxvault", true)).toEqual({ address: "sandboxvault" });
  expect(splitMemo("sandboxvault_", true)).toEqual({ address: "sandboxvault", memo: undefined });
});

test("a memo without an address is no address", () => {
  expect(splitMemo("_12345", true)).toBeUndefined();
});
