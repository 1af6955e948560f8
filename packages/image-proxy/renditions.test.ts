import { rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { isWholeRun, sampleOf } from "@storefront/test-support/sample";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { as, useImageSource, type SourceReply } from "@storefront/test-support/image-source";
import { chunk, cornerOf, HTML_WITH_PNG_HEAD, hugePng, phonePhoto, SVG } from "@storefront/test-support/images";
import { IMAGES_PER_HOST, SOURCE_MAX_BYTES } from "./constants";
import type { Box, Preset } from "./options";
import type { Resolve } from "./public-address";
import { createRenditions } from "./renditions";
import { fetchSource, ImageUnavailable } from "./source";

const source = await useImageSource();
const trustedOrigins = () => [source.url];

const inside = (width: number, height: number): Box => ({ width, height, fit: "inside" });
const square = (size: number): Box => ({ width: size, height: size, fit: "cover" });
const PRESETS = {
  banner: { letter: "b", sizes: [720, 1080], box: (width) => inside(width, width * 3) },
  card: { letter: "c", sizes: [64, 128, 192], box: square },
  logo: { letter: "h", sizes: [28, 56, 84], box: (height) => inside(height * 8, height) },
  phone: { letter: "p", sizes: [220, 440, 660], box: (width) => inside(width, Math.round((width * 14) / 11)) },
  icon: { letter: "i", sizes: [64, 180, 512], box: square, png: true },
} as const satisfies Readonly<Record<string, Preset>>;

let photo: Buffer;

beforeAll(async () => {
  photo = await phonePhoto({ width: 1200, height: 800, orientation: 6 });
});

function open(options: { resolve?: Resolve; fetchDeadlineMs?: number } = {}) {
  const folder = freshFolder("images");
  const opened = createRenditions({ folder, trustedOrigins, ...options });
  onTestFinished(async () => {
    await opened.settled();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened;
}

const variant = (path: string, name: keyof typeof PRESETS = "card", size: number = PRESETS[name].sizes[0]) => ({
  url: new URL(path, source.url),
  preset: PRESETS[name],
  size,
});

const PLAIN = { avif: false, webp: false };
const WEBP = { avif: false, webp: true };

/** Returns the failure of an unavailable picture. */
async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ImageUnavailable)) throw new Error(`no failure: ${String(error)}`);
  return `${error.kind}: ${error.message}`;
}

const endless = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "image/jpeg" });
  const more = () => {
    while (response.writable && response.write(Buffer.alloc(256 * 1024, 0xff)));
    if (response.writable) response.once("drain", more);
  };
  more();
};

/** Makes an icon file of two sizes, each as PNG or as 32-bit pixels. */
async function ico(picture: Buffer, asPng: boolean): Promise<Buffer> {
  const made = await Promise.all(
    [16, 48].map(async (side) => {
      const square = sharp(picture).autoOrient().resize(side, side, { fit: "fill" }).ensureAlpha();
      if (asPng) return { side, bytes: await square.png().toBuffer() };
      const rgba = await square.flip().raw().toBuffer();
      for (let at = 0; at < rgba.length; at += 4) rgba.subarray(at, at + 3).reverse();
      const head = Buffer.alloc(40);
      [40, side, side * 2].forEach((value, index) => head.writeUInt32LE(value, index * 4));
      head.writeUInt32LE(1 + 32 * 65_536, 12);
      return { side, bytes: Buffer.concat([head, rgba, Buffer.alloc((side * 32) / 8)]) };
    }),
  );
  let from = 6 + made.length * 16;
  const entries = made.map(({ side, bytes }) => {
    const entry = Buffer.alloc(16);
    entry.set([side, side, 0, 0, 1, 0, 32, 0]);
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(from, 12);
    from += bytes.length;
    return entry;
  });
  return Buffer.concat([Buffer.from([0, 0, 1, 0, made.length, 0]), ...entries, ...made.map(({ bytes }) => bytes)]);
}

const HTML = "<!doctype html><script>alert(1)</script>";

describe("a source without a picture", () => {
  test.each<[string, SourceReply | undefined, string]>([
    ["responds 404", undefined, "absent: status 404"],
    ["responds 410", (response) => void response.writeHead(410).end(), "absent: status 410"],
    ["responds 500", (response) => void response.writeHead(500).end("no"), "failed: status 500"],
    ["sends a page", as("text/html", HTML), "failed: content type"],
    ["declares a page as a picture", as("image/png", HTML), "failed: no picture"],
    ["declares a page as SVG", as("image/svg+xml", HTML), "failed: no picture"],
    ["declares an SVG as PNG", as("image/png", SVG), "failed: no picture"],
    ["sends an empty file", as("image/png", ""), "failed: no picture"],
    ["compresses the picture", as("image/png", "x", { "content-encoding": "gzip" }), "failed: content encoding"],
    ["sends an endless picture", endless, "failed: too large"],
    [
      "sends endless interim responses",
      ({ socket }) => void socket?.write("HTTP/1.1 102 \r\n\r\n".repeat(1_000)),
      "failed: TooManyInterim",
    ],
    [
      "declares too large a size",
      (response) => void response.writeHead(200, { "content-type": "image/png", "content-length": 99e9 }).write("x"),
      "failed: too large",
    ],
    [
      "drops the connection",
      (response) => {
        response.writeHead(200, { "content-type": "image/png", "content-length": 1000 }).write("x");
        setImmediate(() => response.destroy());
      },
      "failed: UND_ERR_SOCKET",
    ],
  ])("that %s costs one request", async (_, reply, expected) => {
    if (reply) source.paths.set("/a", reply);
    const renditions = open();
    expect(await failure(renditions.get(variant("/a"), WEBP))).toBe(expected);
    expect(
      await failure(renditions.get(variant("/a", "card", 192), PLAIN)),
      "a repeated request gets the stored failure",
    ).toBe(expected);
    expect(source.asked).toEqual(["/a"]);
  });

  test("that sends byte by byte is abandoned at the deadline", async () => {
    source.paths.set("/slow", (response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failure(open({ fetchDeadlineMs: 300 }).get(variant("/slow"), WEBP))).toBe("failed: TimeoutError");
  });

  test("that sends a picture in pieces of one byte is abandoned early", async () => {
    let sent = 0;
    source.paths.set("/bytes", (response) => {
      response.writeHead(200, { "content-type": "image/jpeg" });
      const more = () => {
        if (sent >= photo.length || !response.writable) return;
        // Each write becomes a separate chunk, however the socket joins them.
        for (let count = 0; count < 1_000; count += 1) response.write(Buffer.alloc(1, photo[sent + count]));
        response.write("", () => setImmediate(more));
        sent += 1_000;
      };
      more();
    });
    expect(await failure(open({ fetchDeadlineMs: 60_000 }).get(variant("/bytes"), WEBP))).toBe(
      "failed: PiecesTooSmall",
    );
    expect(sent).toBeLessThan(photo.length / 2);
  });

  test("that redirects is not followed", async () => {
    source.paths.set("/a", (response) => void response.writeHead(302, { location: `${source.url}/b` }).end());
    source.paths.set("/b", photo);
    expect(await failure(open().get(variant("/a"), WEBP))).toBe("failed: status 302");
    expect(source.asked).toEqual(["/a"]);
  });
});

describe("hosts", () => {
  test("whose name resolves to a private address get no connection", async () => {
    const { port } = new URL(source.url);
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"]) {
      const resolve = vi.fn<Resolve>((_, done) => done(null, [{ address, family: address.includes(":") ? 6 : 4 }]));
      const url = new URL(`https://cdn.example.com:${port}/a.png`);
      expect(await failure(fetchSource(url, { trustedOrigins: trustedOrigins(), resolve }))).toBe("failed: NotPublic");
      expect(resolve).toHaveBeenCalledOnce();
    }
    expect(source.asked).toEqual([]);
  });

  test("given as a non-public address, or using http, get no connection unless the operator lists them", async () => {
    const { port } = new URL(source.url);
    for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"]) {
      expect(
        await failure(fetchSource(new URL(`https://${host}:${port}/a`), { trustedOrigins: trustedOrigins() })),
      ).toBe("failed: not public");
    }
    expect(
      await failure(fetchSource(new URL(`http://localhost:${port}/a`), { trustedOrigins: trustedOrigins() })),
    ).toBe("failed: not public");
    expect(source.asked).toEqual([]);
  });

  test("get neither cookies nor a referrer", async () => {
    let message: string[] = [];
    source.paths.set("/a", (response) => {
      message = Object.keys(response.req.headers).sort();
      response.writeHead(200, { "content-type": "image/jpeg" }).end(photo);
    });
    await fetchSource(new URL("/a", source.url), { trustedOrigins: trustedOrigins() });
    expect(message).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  test("are tried over https, then http if both are trusted, and only over http if only http is", async () => {
    source.paths.set("/a", as("image/jpeg", photo));
    const [plain, secure] = [source.url, source.url.replace("http:", "https:")];
    const url = new URL("/a", plain);
    for (const trustedOrigins of [[plain, secure], [plain]])
      expect((await fetchSource(url, { trustedOrigins })).equals(photo)).toBe(true);
    expect(source.asked).toEqual(["/a", "/a"]);
    for (const trustedOrigins of [[secure], []]) {
      await expect(fetchSource(url, { trustedOrigins })).rejects.toMatchObject({ message: "not public" });
    }
    expect(source.asked, "an https address is never requested over http").toHaveLength(2);
  });

  test("that send faster than we resize are read only within the memory limit", async () => {
    const renditions = open();
    let made = 0;
    const ahead: number[] = [];
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
    for (const path of paths) source.paths.set(path, as("image/jpeg", photo));
    await Promise.all(
      paths.map(async (path) => {
        await renditions.get(variant(path), WEBP);
        ahead.push(source.asked.length - made);
        made += 1;
      }),
    );
    expect(Math.max(...ahead)).toBeLessThanOrEqual(IMAGES_PER_HOST);
  });
});

describe("a rendition", () => {
  test("is upright, scaled to its preset, and has no metadata", async () => {
    source.paths.set("/a", as("image/jpeg", photo));
    const renditions = open();
    const banner = await renditions.get(variant("/a", "banner", 720), PLAIN);
    const metadata = await sharp(banner.bytes).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 720, height: 480 });
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual(Array(4).fill(undefined));
    expect(banner.bytes.includes("canary")).toBe(false);
    expect([await cornerOf(banner.bytes, "top left"), await cornerOf(banner.bytes, "top right")]).toEqual([
      "red",
      "blue",
    ]);
    const card = await renditions.get(variant("/a", "card", 128), WEBP);
    expect(await sharp(card.bytes).metadata()).toMatchObject({ format: "webp", width: 128, height: 128 });
    expect(source.asked, "the second size is made from the same bytes").toEqual(["/a"]);
  });

  test("is never larger than its source, and has the aspect ratio of its preset", async () => {
    source.paths.set("/a", as("image/jpeg", await sharp(photo).resize(50, 40, { fit: "fill" }).jpeg().toBuffer()));
    const sizes = await Promise.all(
      (["banner", "card", "logo", "phone"] as const).map(async (name) => {
        const image = await open().get(variant("/a", name, PRESETS[name].sizes.at(-1)), PLAIN);
        const { width, height } = await sharp(image.bytes).metadata();
        return [name, width, height];
      }),
    );
    expect(sizes).toEqual([
      ["banner", 50, 40],
      ["card", 40, 40],
      ["logo", 50, 40],
      ["phone", 50, 40],
    ]);
  });

  test("without WebP support is PNG if transparent or an icon, else JPEG", async () => {
    source.paths.set("/opaque", await sharp(photo).resize(64).png().toBuffer());
    source.paths.set("/alpha", await sharp(photo).resize(64).ensureAlpha(0.5).png().toBuffer());
    const renditions = open();
    const formatOf = async (path: string, name: keyof typeof PRESETS) =>
      (await renditions.get(variant(path, name), PLAIN)).format;
    expect(await formatOf("/opaque", "card")).toBe("jpeg");
    expect(await formatOf("/alpha", "card")).toBe("png");
    expect(await formatOf("/opaque", "icon")).toBe("png");
  });

  test.each(["gif", "webp", "avif", "png", "jpeg"] as const)("can be made from a %s", async (format) => {
    source.paths.set("/a", as(`image/${format}`, await sharp(photo).resize(200).toFormat(format).toBuffer()));
    expect((await open().get(variant("/a"), WEBP)).format).toBe("webp");
    source.paths.set("/b", as("binary/octet-stream", await sharp(photo).resize(200).toFormat(format).toBuffer()));
    expect((await open().get(variant("/b"), WEBP)).format).toBe("webp");
  });

  test.each(["PNG", "pixels"])("of an ICO of %s is its largest picture", async (kind) => {
    source.paths.set("/favicon.ico", as("image/x-icon", await ico(photo, kind === "PNG")));
    const image = await open().get(variant("/favicon.ico", "icon", 64), PLAIN);
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: "png", width: 48, height: 48 });
    expect([await cornerOf(image.bytes, "top left"), await cornerOf(image.bytes, "top right")]).toEqual([
      "red",
      "blue",
    ]);
  });

  test("of an SVG is a bitmap of the requested size, made without loading other resources", async () => {
    const red = `<rect width="10" height="10" fill="#f00"/>`;
    const folder = freshFolder("images");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "inner.png");
    writeFileSync(file, await sharp(photo).resize(64).png().toBuffer());
    const images = [`${source.url}/inner.png`, pathToFileURL(file).href].map((href, index) => {
      return `<image x="${index}" width="9" height="9" href="${href}"/>`;
    });
    const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>`;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${red}${images.join("")}</svg>`;
    source.paths.set("/inner.png", photo);
    source.paths.set("/a", as("image/svg+xml", svg + drawing));
    const image = await open().get(variant("/a", "card", 192), WEBP);
    const { data, info } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, image.format]).toEqual([192, 192, "webp"]);
    for (const at of [0, 96 * 192 + 96])
      expect([...data.subarray(at * 3, at * 3 + 3)].map((one) => one > 128)).toEqual([true, false, false]);
    expect(source.asked).toEqual(["/a"]);
  });
});

describe("a hostile picture", () => {
  const icon = (entries: string, bytes: number) =>
    Buffer.concat([Buffer.from(`00000100${entries}`, "hex"), Buffer.alloc(bytes, 1)]);
  const bomb = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${text}</svg>`;

  test.each<[string, () => Promise<SourceReply> | SourceReply, RegExp]>([
    ["a PNG of 30000 x 30000", () => hugePng(30_000, 30_000), /pixels/],
    ["an HTML page named .png", () => HTML_WITH_PNG_HEAD, /type/],
    ["a truncated JPEG", () => as("image/jpeg", photo.subarray(0, photo.length / 2)), /type/],
    [
      "a very high SVG",
      () => as("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="9e9"/>`),
      /pixels|type/,
    ],
    [
      "an SVG with nested entities",
      () => {
        const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join(
          "",
        );
        return as(
          "image/svg+xml",
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>${bomb("<text>&e12;</text>")}`,
        );
      },
      /type/,
    ],
    ["an ICO with 65535 entries", () => as("image/x-icon", icon("ffff", 65_535 * 16)), /no picture/],
    ["an ICO with 255 missing entries", () => as("image/x-icon", icon("ff00", 0)), /type/],
    ["an ICO whose 255 entries are the ICO itself", () => as("image/x-icon", icon("ff00", 255 * 16)), /type/],
  ])("costs one request, and the next picture is made: %s", async (_, hostile, reason) => {
    source.paths.set("/hostile", await hostile());
    source.paths.set("/good", as("image/jpeg", photo));
    const renditions = open();
    expect(await failure(renditions.get(variant("/hostile", "banner", 1080), WEBP))).toMatch(reason);
    expect(await failure(renditions.get(variant("/hostile"), PLAIN))).toMatch(reason);
    expect((await renditions.get(variant("/good"), WEBP)).format).toBe("webp");
    expect(source.asked).toEqual(["/hostile", "/good"]);
  });

  const costly = [
    [
      "filters",
      bomb(
        `<filter id="f">${"<feTurbulence baseFrequency='1' numOctaves='9'/>".repeat(99)}</filter><rect width="10" height="10" filter="url(#f)"/>`,
      ),
    ],
    [
      "nested copies",
      bomb(
        `<g id="a0"><rect width="1" height="1"/></g>${Array.from({ length: 15 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(9)}</g>`).join("")}`,
      ),
    ],
    ["a very long path", bomb(`<path d="M0 0${"L9 9L0 9L9 0".repeat(500_000)}"/>`)],
  ] as const;

  // The next test also draws the first one.
  test.each(sampleOf(costly, 3, 2))(
    "an SVG with %s is stopped by its own process before the deadline",
    async (_, svg) => {
      source.paths.set("/hostile", as("image/svg+xml", svg));
      source.paths.set("/good", as("image/jpeg", photo));
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const renditions = open();
      expect(await failure(renditions.get(variant("/hostile", "banner", 1080), WEBP))).toBe("failed: decoder");
      expect((await renditions.get(variant("/good"), WEBP)).format).toBe("webp");
    },
  );

  test.runIf(isWholeRun)(
    "after two costly drawings a host's other drawings are refused, but its photos still resized",
    async () => {
      const filters = "<feTurbulence baseFrequency='1' numOctaves='9'/>".repeat(99);
      const svg = bomb(`<filter id="f">${filters}</filter><rect width="10" height="10" filter="url(#f)"/>`);
      const paths = ["/1", "/2", "/3", "/4"] as const;
      for (const path of paths) source.paths.set(path, as("image/svg+xml", svg));
      source.paths.set("/good", as("image/jpeg", photo));
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const renditions = open();
      const failures = paths.map((path) => failure(renditions.get(variant(path, "banner", 1080), WEBP)));
      expect((await Promise.all(failures)).sort()).toEqual([
        ...["failed: costly drawings", "failed: costly drawings"],
        ...["failed: decoder", "failed: decoder"],
      ]);
      expect((await renditions.get(variant("/good"), WEBP)).format).toBe("webp");
    },
  );

  test("a PNG whose text chunks unpack to many times its size is refused before memory runs out", async () => {
    const text = chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(50_000_000, 65))]));
    const png = hugePng(8, 8);
    source.paths.set(
      "/hostile",
      Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(100).fill(text), png.subarray(33)]),
    );
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    expect(await failure(open().get(variant("/hostile"), WEBP))).toBe("failed: decoder");
  });

  test("a file of more than 8 MB is not read to the end", async () => {
    let sent = 0;
    source.paths.set("/a", (response) => {
      response.writeHead(200, { "content-type": "image/jpeg" });
      const more = () => {
        if (!response.writable || sent > 20 * SOURCE_MAX_BYTES) return;
        sent += 64 * 1024;
        response.write(Buffer.alloc(64 * 1024), more);
      };
      more();
    });
    expect(await failure(open().get(variant("/a"), WEBP))).toBe("failed: too large");
    expect(sent).toBeLessThan(2 * SOURCE_MAX_BYTES);
  });
});
