import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import QRCode from "qrcode";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { QrCode } from "~/components/account/QrCode";
import { qrImage, qrPath, qrPng } from "~server/qr-code/qr-code";
import { readQr, shownQr } from "../support/qr-reader";
import { render } from "../support/render";
import { runsOf } from "@storefront/test-support/sample";

const letters = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((parts) => parts.join(""));

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Texts like addresses, in every alphabet that chains use, with and without prefixes. */
const addressLike = fc.oneof(
  letters("0123456789abcdefABCDEF", 40).map((hex) => `0x${hex}`),
  letters(BASE58, 33).map((text) => `T${text}`),
  letters(BASE58, 25, 95),
  letters("qpzry9x8gf2tvdw0s3jn54khce6mua7l", 38, 58).map((text) => `bc1${text}`),
  letters("abcdefghijklmnopqrstuvwxyz234567", 39).map((text) => `f1${text}`),
  letters("abcdefghijklmnopqrstuvwxyz12345.", 1, 12),
  letters("0123456789", 1, 60),
  letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 1, 100),
  // The storefront accepts any printable characters without spaces from `get_charge_address`.
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 256,
  }),
);

test("the QR code on the page and to save decodes to exactly the text", async () => {
  await fc.assert(
    fc.asyncProperty(addressLike, async (text) => {
      expect(await readQr(shownQr(render(<QrCode src={await qrImage(text)} label="code" />)))).toBe(text);
    }),
    { numRuns: runsOf(60) },
  );
}, 60_000);

test("a QR code is an image with a name, which no extension recolours", async () => {
  const html = render(<QrCode src={await qrImage("0xabc")} label="The code of an address" />);
  expect(html).toMatch(/^<img class="qr" src="data:image\/png;base64,[\w+/=]+" alt="The code of an address"/);
  expect(shownQr(html)).toEqual(await qrPng("0xabc"));
});

test("the picture is a PNG, black and white, with its quiet zone", async () => {
  const png = await qrPng("0xabc");
  const { format, width, height } = await sharp(png).metadata();
  expect(format).toBe("png");
  expect(width).toBe(height);
  expect(width).toBe((qrPath("0xabc").size + 8) * 10);
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(new Set(data)).toEqual(new Set([0, 255]));
  const edge = 40 * info.width * info.channels;
  expect(new Set(data.subarray(0, edge))).toEqual(new Set([255]));
});

test("a text that is too long has no QR code", () => {
  expect(() => qrPath("x".repeat(5_000))).toThrow();
  expect(() => qrPath("")).toThrow();
});

test("each code is drawn in its own turn of the event loop, once for simultaneous requests", async () => {
  const create = vi.spyOn(QRCode, "create");
  onTestFinished(() => create.mockRestore());
  const asked = Array.from({ length: 40 }, (_, index) => qrPng(`code-${index % 10}`, 300));
  let before = 0;
  for (let isOver = false; !isOver; isOver = before === 10) {
    await nextTurn();
    expect(create.mock.calls.length - before).toBeLessThanOrEqual(1);
    before = create.mock.calls.length;
  }
  const pictures = await Promise.all(asked);
  expect(create).toHaveBeenCalledTimes(10);
  expect(pictures[10]).toEqual(pictures[0]);
  expect(pictures[1]).not.toEqual(pictures[0]);
  await expect(qrPng("")).rejects.toThrow();
  await expect(qrPng("code-1", 300)).resolves.toEqual(pictures[1]);
});
