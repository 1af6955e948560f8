import sharp from "sharp";
import { expect, test } from "vitest";
import { hintsFor } from "~server/identity/photos/hints";
import { takeInPhoto } from "~server/identity/photos/intake";
import { phonePhoto } from "@storefront/test-support/images";

const hintsOf = async (photo: Buffer) => {
  const taken = await takeInPhoto("an account", () => Promise.resolve(photo));
  return typeof taken === "string" ? taken : taken.hints;
};

const plain = (red: number, green: number, blue: number) =>
  sharp({ create: { width: 700, height: 900, channels: 3, background: { r: red, g: green, b: blue } } });
const grey = (level: number) => plain(level, level, level);

test.each([
  ["59.9 and 600 px", { luminance: 59.9, shorterSidePx: 600 }, ["dark"]],
  ["60 and 599 px", { luminance: 60, shorterSidePx: 599 }, ["small"]],
  ["60 and 600 px", { luminance: 60, shorterSidePx: 600 }, []],
  ["0 and 1 px", { luminance: 0, shorterSidePx: 1 }, ["dark", "small"]],
])("a photo with a mean luminance of %s gets the matching hints", (_, measured, expected) => {
  expect(hintsFor(measured)).toEqual(expected);
});

test.each([
  ["a phone's photo", () => phonePhoto(), []],
  ["a black photo", () => phonePhoto({ dark: true }), ["dark"]],
  ["599 px on the shorter side, in either orientation", () => phonePhoto({ width: 599, height: 800 }), ["small"]],
  ["a photo of 600 px", () => phonePhoto({ width: 800, height: 600 }), []],
  ["a small dark PNG", () => phonePhoto({ width: 320, height: 240, format: "png", dark: true }), ["dark", "small"]],
  ["a greyscale photo", () => grey(200).greyscale().jpeg().toBuffer(), []],
  ["a dark greyscale photo", () => grey(40).greyscale().jpeg().toBuffer(), ["dark"]],
  ["a transparent photo, on white", () => grey(0).ensureAlpha(0).png().toBuffer(), []],
  ["pure blue, which people see as dark", () => plain(0, 0, 255).jpeg().toBuffer(), ["dark"]],
])("%s is accepted, with the hints for its pixels", async (_, photo, expected) => {
  expect(await hintsOf(await photo())).toEqual(expected);
});
