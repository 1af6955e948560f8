import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { crc32, deflateSync, gzipSync } from "node:zlib";

/** Responses that cost the storefront more than they cost their sender. */

type Reply = (res: ServerResponse) => void;

const INTERIM = Buffer.alloc(17 * 16_384, "HTTP/1.1 102 \r\n\r\n");

const JSON_TYPE = "application/json; charset=utf-8";
/** Slightly below the maximum of 8 MB of a response. */
const BODY_BYTES = 7_500_000;
const KEYS = 500_000;
/** These are slightly below the storefront's limits for keys, and for numbers that it preserves as written. */
const KEYS_READ = 99_000;
const OBJECT_KEYS_READ = 9_900;
const NUMBERS_READ = 39_000;
const NUMBERS = 1_800_000;

const envelope = (data: string) => `{"code":"0","msg":"","data":${data}}`;

function sendJson(res: ServerResponse, text: string | Buffer): void {
  res.writeHead(200, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(text) }).end(text);
}

/** Returns a body in chunks of one byte, as it is sent. */
export function inOneByteChunks(body: Buffer): Buffer {
  const wire = Buffer.alloc(body.length * 6, "1\r\n?\r\n");
  for (let at = 0; at < body.length; at += 1) wire[at * 6 + 3] = body[at] ?? 0;
  return wire;
}

/** Sends a body in chunks of one byte, bypassing Node's own framing. */
function sendInPieces(res: ServerResponse, type: string, body: Buffer): void {
  const { socket } = res;
  if (!socket) return;
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const wire = inOneByteChunks(body);
  const PIECE = 600_000;
  let at = 0;
  socket.write(head);
  const go = () => {
    while (at < wire.length && !socket.destroyed) {
      const isTaken = socket.write(wire.subarray(at, at + PIECE));
      at += PIECE;
      if (!isTaken) return void socket.once("drain", go);
    }
    socket.end("0\r\n\r\n");
  };
  go();
}

/** Sends interim responses (`HTTP/1.1 102`) for as long as the client reads them. */
function sendInterim({ socket }: ServerResponse): void {
  if (!socket) return;
  const go = () => {
    while (!socket.destroyed && socket.write(INTERIM));
  };
  socket.on("drain", go);
  go();
}

/** Functions that complete the responses that wait for each other. */
let waiting: (() => void)[] = [];
let ending: NodeJS.Timeout | undefined;

/** Sends all but the last byte. When no request has come for a second, everybody gets it at the same moment. */
function sendTogether(res: ServerResponse, body: Buffer, encoding = "identity"): void {
  res.writeHead(200, { "content-type": JSON_TYPE, "content-length": body.length, "content-encoding": encoding });
  res.write(body.subarray(0, -1));
  waiting.push(() => res.end(body.subarray(-1)));
  clearTimeout(ending);
  ending = setTimeout(() => {
    for (const end of waiting) end();
    waiting = [];
  }, 1_000);
}

const lazy = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const withKeys = (objects: number, keys: number) => {
  const pairs = (at: number) => many(keys, (index) => `"k${at}x${index.toString(36)}":0`).join(",");
  return envelope(`{"list":[],"more":[${many(objects, (at) => `{${pairs(at)}}`).join(",")}]}`);
};
const manyKeys = lazy(() => withKeys(1, KEYS));
const mostKeys = lazy(() => withKeys(KEYS_READ / OBJECT_KEYS_READ, OBJECT_KEYS_READ));
/** Each number becomes an object, which preserves its digits. */
const inexactNumbers = lazy(() => envelope(`{"list":[],"more":[${"1.0,".repeat(NUMBERS)}1]}`));
const mostNumbers = lazy(() => envelope(`{"list":[],"more":[${"1.0,".repeat(NUMBERS_READ)}1]}`));
/** This is not JSON, but a parser notices that only at the end. */
const numbersInARow = lazy(() => envelope(`{"list":[${"-1".repeat(BODY_BYTES / 2)}]}`));
const longText = lazy(() => Buffer.from(envelope(`{"list":[],"count":0,"more":"${"x".repeat(BODY_BYTES)}"}`)));
/** The number has more digits than a JavaScript number. */
const textAndNumber = lazy(() => Buffer.from(envelope(`{"list":[],"count":1.0,"more":"${"x".repeat(BODY_BYTES)}"}`)));
const compressed = lazy(() => gzipSync(textAndNumber()));

const COUNT = 1_000_000;
const notices = (rows: readonly object[]) => envelope(JSON.stringify({ count: COUNT, noticeInfoList: rows }));
/** Each text has almost as many parts as a response may have. */
const textsInTexts = lazy(() => {
  const title = `{"en_US":"x","more":[${"1.0,".repeat(NUMBERS_READ)}0]}`;
  return notices(Array.from({ length: 9 }, (_, id) => ({ id, title })));
});
/** A text by locale. The name of the second locale has millions of characters to replace. */
const longNames = lazy(() => notices([{ id: 1, title: { en_US: "x", ["-".repeat(BODY_BYTES)]: "y" } }]));
/** Coins whose names are texts by locale that repeat a key, almost as long as the limit for comparing repeated keys. */
const namedTwice = lazy(() => {
  const name = `{"a":0,"a":0,"en_US":"${"x".repeat(1_040_000)}"}`;
  const coinList = Object.fromEntries(many(7, (at) => [`C${at}`, name]));
  return envelope(JSON.stringify({ market: { coinList, followCoinList: {} } }));
});
const differentEntities = lazy(() => {
  const title = (id: number) => many(600, (at) => `&${(46_656 + id * 600 + at).toString(36)}`).join("");
  return notices(many(2_000, (id) => ({ id, title: title(id) })));
});
const brokenTexts = lazy(() => {
  const empty = notices([{ id: 1, title: "x", content: "?" }]);
  const [before = "", after = ""] = empty.split("?");
  return Buffer.concat([Buffer.from(before), Buffer.alloc(BODY_BYTES, "\xff<<<<<<<", "latin1"), Buffer.from(after)]);
});
/** Unless the parser counted them, each of thousands of networks would get all names of its coin. */
const multipliedNames = lazy(() => {
  const named = (count: number, of: (name: string) => unknown) =>
    Object.fromEntries(many(count, (at) => [`k${at}`, of(`k${at}`)]));
  const coins = named(1_400, (name) => (name.length > 2 ? {} : { showName: named(9_000, (one) => one) }));
  const followed = { k1: named(1_400, (name) => ({ name, mainChainName: "x" })) };
  return envelope(JSON.stringify({ market: { coinList: coins, followCoinList: followed } }));
});

/** A coin whose state is a text of spaces, and whose networks have none of their own. */
const blankState = lazy(() => {
  const chains = many(2_900, (at) => [`c${at}`, { name: `N${at}` }] as const);
  const coinList = { USDT: { depositOpen: " ".repeat(BODY_BYTES - 200_000) } };
  return envelope(JSON.stringify({ market: { coinList, followCoinList: { USDT: Object.fromEntries(chains) } } }));
});
/** Flags, each of which could be split in twenty places. */
const longFlags = lazy(() => {
  const flags = (part: number) => many(9_900, (at) => [`a_open_${part}${at}${"_open_".repeat(10)}`, 0] as const);
  return envelope(JSON.stringify(Object.fromEntries(many(9, (part) => [part, Object.fromEntries(flags(part))]))));
});
/** The multiple of each step with two decimals takes two hundred divisions to find. */
const fineSteps = lazy(() => {
  const stepBuy = (id: number) => `0.00618033988749894848204586834365638${10_000 + id}`;
  return envelope(
    JSON.stringify({ count: COUNT, data: many(1_000, (id) => ({ ...product(id + 1), stepBuy: stepBuy(id) })) }),
  );
});

/** Each host consists of combining marks that must be sorted. */
const hostsOfMarks = lazy(() => {
  const thumbnail2List = `https://a${"\u0344\u0334".repeat(990)}/`;
  const rows = Array.from({ length: 1_900 }, (_, id) => ({ productId: 5_000 + id, title: "x", thumbnail2List }));
  return envelope(JSON.stringify({ count: COUNT, data: rows }));
});

/** Normalising makes each host eighteen times as long. */
const growingHosts = lazy(() => {
  const address = (id: number) => `https://a${id}${"\ufdfa".repeat(235)}.b/`;
  const gallery = (id: number) => many(99, (at) => address(100 * id + at));
  const rows = many(100, (id) => ({ productId: 5_000 + id, title: "x", thumbnail2Detail: gallery(id) }));
  return envelope(JSON.stringify({ count: COUNT, data: rows }));
});

const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const product = (id: number) => ({ productId: id, title: "x", productStatus: 1, price: "1", paySymbol: "USDT" });

/** The shop stores only the beginning of this title. */
const longTitle = lazy(() =>
  envelope(JSON.stringify({ ...product(1), productId: null, title: "x".repeat(BODY_BYTES) })),
);
/** The picture's URL is most of a card, and compressing it takes long. */
const longCards = lazy(() => {
  const address = (id: number) => `/${id}/${randomBytes(1_100).toString("base64url")}.png`;
  const data = many(2_000, (id) => ({ ...product(id + 1), thumbnail2List: address(id) }));
  return envelope(JSON.stringify({ count: COUNT, data }));
});
const manyPictures = lazy(() => {
  const thumbnail2Detail = many(2_000, (at) => `/${at}.png`);
  return envelope(JSON.stringify({ count: COUNT, data: many(95, (id) => ({ ...product(id + 1), thumbnail2Detail })) }));
});
/** Each text of each attribute begins like JSON. */
const brokenJson = lazy(() => {
  const list = many(100, () => ({ attr: "{x", description: "{x" }));
  const lists = { productMinerAttr: list, productMinerOtherAttr: list, otherAttrs: list };
  const data = many(110, (id) => ({ ...product(id + 1), ...lists }));
  return envelope(JSON.stringify({ count: COUNT, data }));
});
/** There are three lists of the maximum length. */
const manyAttributes = lazy(() => {
  const list = (name: string) => many(2_000, (at) => ({ attr: `${name}${at}`, description: "x" }));
  const lists = { productMinerAttr: list("a"), productMinerOtherAttr: list("b"), otherAttrs: list("c") };
  return envelope(JSON.stringify({ ...product(1), productId: null, ...lists }));
});
const longRows = lazy(() => {
  const orderList = many(7, (at) => ({ orderNum: `N${at}`, orderTime: "x".repeat(BODY_BYTES / 7) }));
  return envelope(JSON.stringify({ count: COUNT, orderList }));
});
const manyCoins = lazy(() => {
  const row = { allBalance: "1", normal_balance: "1", lock_balance: "1", depositOpen: 1 };
  const coins = many(9_900, (at): [string, object] => [`C${at}`, { ...row, sort: at }]);
  return envelope(JSON.stringify({ allCoinMap: Object.fromEntries(coins) }));
});
/** Numbers that turn out to be none at their hundredth character. */
const brokenNumbers = lazy(() => {
  const names = [
    "tagType",
    "depositOpen",
    "followCoinDepositOpen",
    "mainChainType",
    "sort",
    "depositMin",
    "depositConfirm",
  ];
  const row = Object.fromEntries(names.map((name) => [name, `${"1".repeat(99)}x`]));
  const coinList = Object.fromEntries(many(2_900, (at): [string, object] => [`C${at}`, row]));
  return envelope(JSON.stringify({ market: { coinList, followCoinList: {} } }));
});
/** Amounts of 40 digits, all different. */
const longAmounts = lazy(() => {
  const amount = (at: number) => `12345678901234567${at}.`.padEnd(40, "7");
  const coins = many(9_900, (at): [string, object] => [
    `C${at}`,
    { allBalance: amount(at), normal_balance: amount(at + 1), lock_balance: amount(at + 2), sort: at },
  ]);
  return envelope(JSON.stringify({ allCoinMap: Object.fromEntries(coins) }));
});
let pagesSent = 0;
/** Makes a page with the maximum number of rows, none of which is on another page. */
const pageOf = (list: string, row: (at: number) => object) => {
  pagesSent += 1;
  return envelope(JSON.stringify({ count: COUNT, [list]: many(2_000, (at) => row(pagesSent * 2_000 + at)) }));
};
/** Makes a page of products, none of which is on another page. Their pictures' paths grow ninefold when encoded. */
const growingPaths = () => {
  pagesSent += 1;
  const thumbnail2List = (id: number) => `/${pagesSent}/${id}/${"\u4e00".repeat(2_000)}.png`;
  const row = (at: number) => ({ ...product(pagesSent * 2_000 + at), thumbnail2List: thumbnail2List(at) });
  return envelope(JSON.stringify({ count: COUNT, data: many(1_000, row) }));
};
/** More banners than any page shows, with pictures at long addresses. */
const manyBanners = lazy(() =>
  envelope(JSON.stringify(many(1_300, (at) => ({ img: `/${at}/${"\u4e00".repeat(2_000)}.png` })))),
);
const introduced = (productMinerIntroduce: string) =>
  pageOf("data", (at) => ({ ...product(at), productMinerIntroduce }));
/** Normalising turns each of these letters into 18. */
const growingTexts = () => introduced("\ufdfa".repeat(400));
/** Words for a search that differ from the words in the texts only in their last letters. */
export const ALIKE = many(12, (at) => `aaaaaa${String.fromCharCode(98 + at)}`).join(" ");
const alikeTexts = () => introduced("a".repeat(300) + ALIKE);
const longOrders = () =>
  pageOf("orderList", (at) => ({
    orderNum: `${at}`.padEnd(128, "\u4e00"),
    orderStatus: 1,
    orderTime: 1.7e12,
    miningCycle: 99_999,
    payAmount: `${(at * 7_919) % 16_001}.`.padEnd(40, "3"),
    paySymbol: "USDT",
    tokenAmount: `${at}.`.padEnd(40, "7"),
  }));
/** A text of the maximum shown length, whose markup takes long to sanitise. */
const longNotices = lazy(() => {
  const content = '<a href="https://a">x</a>'.repeat(2_600);
  return notices(many(100, (id) => ({ id: id + 1, title: "x", content: `${id}${content}`, timeLong: 1.7e12 })));
});
/** A coin whose 200 names are parts of the names of its 2,900 networks, and a flag that closes none of them. */
const namesInNames = lazy(() => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const parts = many(26, (less) => many(less + 1, (at) => letters.slice(at, at + 26 - less))).flat();
  const named = (from: number) => ({
    showName: Object.fromEntries(parts.slice(from, from + 46).map((name, at) => [`k${at}`, name])),
  });
  // A chain also has the names of its main coin.
  const mains = many(3, (at) => [`MAIN${at}`, named(46 * at)] as const);
  const chains = many(2_900, (at) => [
    `c${at}`,
    { name: letters + (46_656 + at).toString(36), mainChainName: `x${at}` },
  ]);
  const followCoinList = {
    ...Object.fromEntries(mains.map(([name]) => [name, { a: { name: "USDT" } }])),
    USDT: Object.fromEntries(chains) as object,
  };
  const market = { coinList: { ...Object.fromEntries(mains), USDT: named(138) }, followCoinList };
  return envelope(JSON.stringify({ market, switch: { usdt_open_none: 0 } }));
});

const ordinaryList = lazy(() => envelope(JSON.stringify({ count: 1_000, data: many(20, (id) => product(id + 1)) })));

/** This is after all visitors have arrived and before their deadline. */
const LATE_MS = 2_000;

/** Hostile replies of the upstream, by name. */
export const REPLIES: Readonly<Record<string, Reply>> = {
  "interim heads": sendInterim,
  "one-byte chunks": (res) => sendInPieces(res, JSON_TYPE, longText()),
  together: (res) => sendTogether(res, textAndNumber()),
  "compressed together": (res) => sendTogether(res, compressed(), "gzip"),
  "500,000 keys": (res) => sendJson(res, manyKeys()),
  "1.8 million inexact numbers": (res) => sendJson(res, inexactNumbers()),
  "99,000 keys": (res) => sendJson(res, mostKeys()),
  "39,000 inexact numbers": (res) => sendJson(res, mostNumbers()),
  "numbers in a row": (res) => sendJson(res, numbersInARow()),
  "texts in texts": (res) => sendJson(res, textsInTexts()),
  "broken texts": (res) => sendJson(res, brokenTexts()),
  "long names": (res) => sendJson(res, longNames()),
  "texts named twice": (res) => sendJson(res, namedTwice()),
  "multiplied names": (res) => sendJson(res, multipliedNames()),
  "blank state": (res) => sendJson(res, blankState()),
  "long flags": (res) => sendJson(res, longFlags()),
  "fine steps": (res) => sendJson(res, fineSteps()),
  "hosts of marks": (res) => sendJson(res, hostsOfMarks()),
  "growing hosts": (res) => sendJson(res, growingHosts()),
  "long title": (res) => sendJson(res, longTitle()),
  "different entities": (res) => sendJson(res, differentEntities()),
  "long cards": (res) => sendJson(res, longCards()),
  "many pictures": (res) => sendJson(res, manyPictures()),
  "broken JSON": (res) => sendJson(res, brokenJson()),
  "many attributes": (res) => sendJson(res, manyAttributes()),
  "long rows": (res) => sendJson(res, longRows()),
  "broken numbers": (res) => sendJson(res, brokenNumbers()),
  "many coins": (res) => sendJson(res, manyCoins()),
  "long amounts": (res) => sendJson(res, longAmounts()),
  "growing paths": (res) => sendJson(res, growingPaths()),
  "many banners": (res) => sendJson(res, manyBanners()),
  "growing texts": (res) => sendJson(res, growingTexts()),
  "alike texts": (res) => sendJson(res, alikeTexts()),
  "long orders": (res) => sendJson(res, longOrders()),
  "names in names": (res) => sendJson(res, namesInNames()),
  "long notices": (res) => void setTimeout(() => sendJson(res, longNotices()), LATE_MS),
  late: (res) => void setTimeout(() => sendJson(res, ordinaryList()), LATE_MS),
};

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
const piecesPicture = lazy(() => Buffer.concat([PNG_START, Buffer.alloc(BODY_BYTES)]));

const filters = lazy(() => {
  const turbulence = '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="200"/>';
  const blurs = '<feGaussianBlur stdDeviation="90"/><feMorphology operator="dilate" radius="90"/>'.repeat(20);
  const filter = `<filter id="f" x="0" y="0" width="1" height="1">${turbulence}${blurs}</filter>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">${filter}<rect width="3000" height="3000" filter="url(#f)"/></svg>`;
});

/** A picture of random pixels with an alpha channel, so that the resized picture is large too. */
const noise = lazy(() => {
  const [width, height] = [1_080, 700];
  const chunk = (kind: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), data]);
    const numbers = [data.length, crc32(named)].map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    });
    return Buffer.concat([numbers[0] ?? named, named, numbers[1] ?? named]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const rows = randomBytes((1 + 4 * width) * height);
  for (let row = 0; row < height; row += 1) rows[row * (1 + 4 * width)] = 0;
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([PNG_START, ...parts]);
});

/** Hostile replies of the picture host, by name. */
export const PICTURES: Readonly<Record<string, Reply>> = {
  pieces: (res) => sendInPieces(res, "image/png", piecesPicture()),
  noise: (res) => void res.writeHead(200, { "content-type": "image/png" }).end(noise()),
  filters: (res) => void res.writeHead(200, { "content-type": "image/svg+xml" }).end(filters()),
};
