import fc from "fast-check";
import { ROWS } from "~server/pages";

/** Makes random requests for pages, some malformed, that vary everything on which a page may depend. */

const PATHS = [
  ...ROWS.flatMap(({ path, cached, file }) => (cached && !file ? [path.replace(":id", "1001")] : [])),
  ...["/Login", "/UserCenter", "/index/home", "/Index/%48ome", "/Index//Home", "/Index/Home/", "/robots.txt", "/none"],
];
const QUERIES = [
  ...["", "", "", "?utm_source=a&utm_medium=b", "?fbclid=x", "?page=2", "?step=confirm", "?buyAmount=1", "?q=a"],
  ...["?id=10", "?_data=routes", "?utm_source=a&step=code", "?%73tep=code", "?platform=ios", "?"],
];
const COOKIES = [
  ...["ulan=en_US", "ulan=el_GR", "ulan=xx", "ulan=ja_JP", "ulan=", "ulan =en_US", "ulan= en_US", "xulan=en_US"],
  ...["a=ulan=en_US", "scripts=on", "scripts=off", "scripts=maybe", "styles=v1", "styles=v0", "styles=%20", "styles"],
  ...["__Host-utoken=x", "utoken=x", "__Host-flash=x", "__Host-flow=x", "read=1.2", "saved=1001", "seen=1"],
  ...["compare=1001.1002", "_ga=GA1.2", "theme=dark"],
];
const BROWSERS = [
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1; like iPhone) Edge/15",
  "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Mobile/15E148 Safari/604.1",
  "iPhonetic/1",
];

export interface VisitorRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

export const visitorRequests: fc.Arbitrary<VisitorRequest> = fc
  .record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "HEAD"),
    path: fc.constantFrom(...PATHS),
    query: fc.constantFrom(...QUERIES),
    cookies: sometimes(fc.array(fc.constantFrom(...COOKIES), { minLength: 1, maxLength: 3 })),
    glue: fc.constantFrom("; ", "; ", "; ", ";", " ; ", ";  "),
    savesData: sometimes(fc.constantFrom("on", "On", "off", "1")),
    browser: sometimes(fc.constantFrom(...BROWSERS)),
    encoding: sometimes(fc.constantFrom("gzip, deflate, br", "gzip", "br;q=0, gzip", "identity", "*", "deflate")),
    purpose: fc.constantFrom(undefined, undefined, undefined, undefined, "prefetch"),
  })
  .map(({ method, path, query, cookies, glue, savesData, browser, encoding, purpose }) => {
    const headers = {
      Cookie: cookies?.join(glue),
      "Save-Data": savesData,
      "User-Agent": browser,
      "Accept-Encoding": encoding,
      "Sec-Purpose": purpose,
    };
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { method, path: path + query, headers: Object.fromEntries(sent) };
  });
