import { randomBytes } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { UPLOAD_SEND_BYTES } from "~server/specification";
import { DecoderTimeUsedUp, takeInPhoto, type Photo } from "~server/identity/photos/intake";
import { LIMITS } from "~server/limits";
import { count, readCount } from "~server/store/rate-limit";
import { isWholeRun, sampleOf } from "@storefront/test-support/sample";
import {
  chunk,
  cornerOf,
  GIF,
  HTML_WITH_PNG_HEAD,
  hugePng,
  phonePhoto,
  smallPhoto,
  SVG,
} from "@storefront/test-support/images";

/** A photo with more bytes after its end. */
const followedBy = (photo: Buffer, what: string | Buffer) => Buffer.concat([photo, Buffer.from(what)]);

function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** The smallest ZIP: the end of an empty directory. */
const EMPTY_ZIP = Buffer.concat([Buffer.from("504b0506", "hex"), Buffer.alloc(18)]);

let small: Buffer;

beforeAll(async () => {
  small = await smallPhoto();
});

const takeIn = (bytes: Buffer, account = "a@example.com") => takeInPhoto(account, async () => bytes);

async function taken(bytes: Buffer): Promise<Photo> {
  const photo = await takeIn(bytes);
  if (typeof photo === "string") throw new Error(`refused: ${photo}`);
  return photo;
}

test("a phone's 12-megapixel photo with GPS becomes an upright JPEG without EXIF, of at most 512000 bytes", async () => {
  const sent = await phonePhoto();
  expect(await sharp(sent).metadata()).toMatchObject({ width: 3000, height: 4000, orientation: 6 });
  expect(sent.includes("EXIF-canary"), "the photo has EXIF at first").toBe(true);
  const { jpeg } = await taken(sent);
  expect(jpeg.length).toBeLessThanOrEqual(UPLOAD_SEND_BYTES);
  const metadata = await sharp(jpeg).metadata();
  expect(metadata).toMatchObject({ format: "jpeg", width: 2400, height: 1800, channels: 3 });
  for (const part of ["exif", "xmp", "iptc", "icc", "orientation", "comments"] as const) {
    expect(metadata[part], part).toBeUndefined();
  }
  expect(jpeg.includes("EXIF-canary")).toBe(false);
  expect([await cornerOf(jpeg, "top left"), await cornerOf(jpeg, "top right")]).toEqual(["red", "blue"]);
});

test.each(sampleOf([1, 2, 3, 4, 5, 6, 7, 8], 5))("EXIF orientation %i is undone", async (orientation) => {
  const { jpeg } = await taken(await phonePhoto({ width: 640, height: 480, orientation }));
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 640, height: 480 });
  expect([await cornerOf(jpeg, "top left"), await cornerOf(jpeg, "top right")]).toEqual(["red", "blue"]);
});

test.runIf(isWholeRun)("a photo of nothing but noise is made smaller until it fits", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
  const picture = sharp({ create: { width: 1300, height: 1300, channels: 3, background: "#888", noise } });
  const { jpeg, thumbnail } = await taken(await picture.jpeg({ quality: 60 }).toBuffer());
  expect(jpeg.length).toBeLessThanOrEqual(UPLOAD_SEND_BYTES);
  expect(thumbnail.length).toBeLessThanOrEqual(8 * 1024);
});

test("the thumbnail is a small JPEG of at most 8 kB, upright and without EXIF as well", async () => {
  const { thumbnail } = await taken(await phonePhoto({ width: 1600, height: 1200, orientation: 8 }));
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: "jpeg", width: 160, height: 120 });
  expect((await sharp(thumbnail).metadata()).exif).toBeUndefined();
  expect(thumbnail.length).toBeLessThanOrEqual(8 * 1024);
  expect(await cornerOf(thumbnail, "top left")).toBe("red");
});

test.each([
  ["PNG", (picture: Sharp) => picture.png()],
  ["PNG with transparency", (picture: Sharp) => picture.ensureAlpha(0.5).png()],
  ["16-bit PNG", (picture: Sharp) => picture.toColourspace("rgb16").png()],
  ["PNG with a palette", (picture: Sharp) => picture.png({ palette: true })],
  ["interlaced PNG", (picture: Sharp) => picture.png({ progressive: true })],
  ["progressive JPEG", (picture: Sharp) => picture.jpeg({ progressive: true })],
  ["CMYK JPEG", (picture: Sharp) => picture.toColourspace("cmyk").jpeg()],
  ["grey JPEG", (picture: Sharp) => picture.greyscale().jpeg()],
  ["JPEG with a colour profile", (picture: Sharp) => picture.withIccProfile("p3").jpeg()],
])("a %s is accepted and becomes a JPEG", async (_, make) => {
  const { jpeg } = await taken(await make(sharp(small)).toBuffer());
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 800, height: 600, space: "srgb" });
  expect((await sharp(jpeg).metadata()).icc).toBeUndefined();
});

test("data appended by cameras is removed: another picture, a short video, padding", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42"), Buffer.alloc(5_000, 7)]);
  for (const tail of [small, film, Buffer.alloc(4_096), Buffer.from("SEFHe\0\0\0SEFT")]) {
    const { jpeg } = await taken(followedBy(small, tail));
    expect(jpeg.includes("ftyp")).toBe(false);
    expect(jpeg.includes("SEFT")).toBe(false);
  }
});

const at = (jpeg: Buffer, marker: string) => jpeg.indexOf(Buffer.from(marker, "hex"));
const inserted = (jpeg: Buffer, place: number, bytes: string) =>
  Buffer.concat([jpeg.subarray(0, place), Buffer.from(bytes, "hex"), jpeg.subarray(place)]);

test.each([
  [
    "a segment whose marker begins with 00, as some Pixel phones write",
    () => inserted(small, at(small, "ffdb"), "00e1000a41424344ff004546"),
  ],
  ["stray bytes before a segment", () => inserted(small, at(small, "ffdb"), "0000ff00")],
  ["stray bytes before the end", () => inserted(small, small.length - 2, "0000")],
  ["fill bytes before a marker", () => inserted(small, at(small, "ffdb"), "ffffff")],
  [
    "invalid scan parameters, as some Samsung phones write",
    () => {
      const scan = Buffer.from(small);
      const start = at(small, "ffda");
      // Ss, Se, Ah and Al of a sequential scan must be 0, 63 and 0.
      scan.set([0, 0, 0], start + 2 + scan.readUInt16BE(start + 2) - 3);
      return scan;
    },
  ],
])("a JPEG that decoders repair is accepted: %s", async (_, make) => {
  const { jpeg } = await taken(make());
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 800, height: 600 });
});

test("no bytes in an appended picture make the photo count as a document", async () => {
  const picture = withComment(small, "<%@\x9f <% <? <! %!ps");
  await taken(followedBy(small, picture));
});

describe("is rejected as not a photo, by its content, never by its name", () => {
  test.each([
    ["an SVG", () => SVG],
    ["a GIF named .png", () => GIF],
    ["HTML with a PNG head", () => HTML_WITH_PNG_HEAD],
    ["HTML with a JPEG head", () => Buffer.from("\xff\xd8\xff\xe0<html><script>", "latin1")],
    ["a truncated PNG", () => hugePng(64, 64).subarray(0, 60)],
    ["a PNG without pixels", () => Buffer.concat([hugePng(64, 64).subarray(0, 33), hugePng(64, 64).subarray(-12)])],
    ["a truncated JPEG", () => small.subarray(0, small.length / 2)],
    ["a WebP", () => sharp(small).webp().toBuffer()],
    ["a TIFF", () => sharp(small).tiff().toBuffer()],
    ["text", () => Buffer.from("a".repeat(1_000))],
    ["three bytes", () => Buffer.from([0xff, 0xd8, 0xff])],
    ["a PNG's signature alone", () => Buffer.from("89504e470d0a1a0a", "hex")],
  ])("%s", async (_, make) => {
    expect(await takeIn(Buffer.from(await make()))).toBe("type");
  });

  test.each([
    ["followed by a ZIP", () => followedBy(small, EMPTY_ZIP)],
    ["followed by HTML", () => followedBy(small, "\n<HTML><body onload=alert(1)>")],
    ["followed by a script", () => followedBy(small, "<script>alert(1)</script>")],
    ["followed by a PDF", () => followedBy(small, "%PDF-1.7\n1 0 obj")],
    ["followed by a GIF", () => followedBy(small, GIF)],
    ["HTML between its segments", () => inserted(small, at(small, "ffdb"), Buffer.from("<html>").toString("hex"))],
    ["HTML in its comment", () => withComment(small, "<!doctype html><script>alert(1)</script>")],
    ["followed by an ASP page", () => followedBy(small, '<%@ Page Language="C#" %>')],
    ["PHP in its comment", () => withComment(small, "<?php system($_GET[0]); ?>")],
    ["a PDF in its comment", () => withComment(small, "%PDF-1.4")],
    ["a PNG followed by HTML", async () => followedBy(await sharp(small).png().toBuffer(), "<html>")],
  ])("a photo that is also another file type: %s", async (_, make) => {
    expect(await takeIn(await make())).toBe("type");
  });
});

describe("is rejected for its number of pixels, before decoding", () => {
  test.each([
    ["a PNG of 30000 x 30000", () => hugePng(30_000, 30_000)],
    ["a PNG of more than 16 million pixels", () => hugePng(4_100, 4_000)],
  ])("%s", async (_, make) => {
    const sent = make();
    expect(sent.length).toBeLessThan(200_000);
    expect(await takeIn(sent)).toBe("pixels");
  });

  test("a progressive JPEG, which needs more memory, although a baseline JPEG of that size is accepted", async () => {
    const picture = sharp({ create: { width: 4_500, height: 4_000, channels: 3, background: "#357" } });
    expect(await takeIn(await picture.clone().jpeg({ progressive: true }).toBuffer())).toBe("pixels");
    await taken(await picture.clone().jpeg().toBuffer());
  });
});

describe("may have a thousand segments, scans or chunks", () => {
  const COMMENT = Buffer.from("fffe0002", "hex");
  const TEXT = chunk("tEXt", Buffer.from("a\0b"));
  const EMPTY_PIXELS = chunk("IDAT", Buffer.alloc(0));
  const times = (count: number, part: Buffer) => Buffer.alloc(count * part.length, part);
  /** Inserts parts after the start of a JPEG or the header of a PNG. */
  const within = (photo: Buffer, parts: Buffer) => {
    const at = photo[0] === 0xff ? 2 : 33;
    return Buffer.concat([photo.subarray(0, at), parts, photo.subarray(at)]);
  };
  const png = () => sharp(small).png().toBuffer();

  test.each([
    ["two million empty comments", () => within(small, times(1_990_000, COMMENT))],
    ["1001 comments", () => within(small, times(1_001, COMMENT))],
    [
      "1001 scans without pixels",
      () => {
        const at = small.indexOf(Buffer.from("ffda", "hex"));
        const scan = small.subarray(at, at + 2 + small.readUInt16BE(at + 2));
        return Buffer.concat([small.subarray(0, at), times(1_001, scan), small.subarray(at)]);
      },
    ],
    ["600000 empty chunks", async () => within(await png(), times(600_000, chunk("teXt", Buffer.alloc(0))))],
    ["1001 text chunks", async () => within(await png(), times(1_001, TEXT))],
    ["600000 empty pixel chunks", async () => within(await png(), times(600_000, EMPTY_PIXELS))],
  ])("not %s", async (_, make) => {
    expect(await takeIn(await make())).toBe("type");
  });

  test("980 are accepted, and so are all pixel chunks of a large PNG", async () => {
    await taken(within(small, times(980, COMMENT)));
    await taken(within(await png(), times(980, TEXT)));
    const noise = randomBytes(1_500 * 1_500 * 3);
    const written = await sharp(noise, { raw: { width: 1_500, height: 1_500, channels: 3 } })
      .png()
      .toBuffer();
    await taken(inPieces(written, 8_192));
  });

  test("millions of stuffed bytes among the pixels are scanned only once", async () => {
    for (const run of ["ff00", "ffff", "ffd0"]) {
      const pixels = Buffer.alloc(7_900_000, Buffer.from(run, "hex"));
      const stuffed = Buffer.concat([small.subarray(0, -2), pixels, Buffer.from("ffd9", "hex")]);
      // The decoder may accept or reject them; it must not fail.
      expect(await takeIn(stuffed)).not.toBe("failed");
    }
  });

  /** Writes the pixels of a PNG in chunks of this size. */
  function inPieces(file: Buffer, size: number): Buffer {
    const rest: Buffer[] = [];
    const pixels: Buffer[] = [];
    for (let at = 33; at < file.length;) {
      const end = at + 12 + file.readUInt32BE(at);
      const isPixels = file.toString("latin1", at + 4, at + 8) === "IDAT";
      (isPixels ? pixels : rest).push(isPixels ? file.subarray(at + 8, end - 4) : file.subarray(at, end));
      at = end;
    }
    const all = Buffer.concat(pixels);
    const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      chunk("IDAT", all.subarray(index * size, (index + 1) * size)),
    );
    const end = rest.pop() ?? Buffer.alloc(0);
    return Buffer.concat([file.subarray(0, 33), ...rest, ...pieces, end]);
  }
});

test("decoding time is limited per account, and a photo beyond it is not read", async () => {
  const read = vi.fn(() => Promise.resolve(small));
  await takeInPhoto("a@example.com", read);
  expect(await readCount("photos:account", "a@example.com", LIMITS["photos:account"])).toBeGreaterThan(0);
  await count("photos:account", "a@example.com", LIMITS["photos:account"], LIMITS["photos:account"].points);
  const refused: unknown = await takeInPhoto("a@example.com", read).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DecoderTimeUsedUp);
  expect(refused).toMatchObject({ retryAfterMs: expect.any(Number) as unknown });
  expect(read).toHaveBeenCalledOnce();
  expect(typeof (await takeInPhoto("b@example.com", read)), "another account's photo is read").toBe("object");
});

test("simultaneous photos are decoded one at a time, even after an invalid one", async () => {
  const other = await phonePhoto({ width: 480, height: 640, orientation: 1 });
  const broken = Buffer.concat([small.subarray(0, 200), Buffer.alloc(2_000, 1), Buffer.from([0xff, 0xd9])]);
  const [one, none, two] = await Promise.all([takeIn(small), takeIn(broken), takeIn(other)]);
  expect(none).toBe("type");
  if (typeof one === "string" || typeof two === "string") throw new Error("refused");
  expect((await sharp(one.jpeg).metadata()).width).toBe(800);
  expect((await sharp(two.jpeg).metadata()).width).toBe(480);
});
