import { beforeEach, expect, test, vi } from "vitest";
import { showChallenge } from "~/components/form/captcha/challenge";
import { showSlider } from "~/components/form/captcha/slider";

type Setup = Parameters<typeof showChallenge>[1];
type Hooks = Parameters<typeof showChallenge>[2];

/** A fake browser page, which records requested scripts. */
interface Page {
  /** Every requested script, in order. */
  asked: string[];
  beacons: string[];
  window: Record<string, unknown>;
}

let page: Page;
/** A fake network: false if a script cannot be loaded; a returned function runs as the script. */
let network: (url: string) => boolean | (() => void);
let part = 0;

const place = { id: "captcha", textContent: "" } as HTMLElement;
const hooks = () => ({ onReady: vi.fn(), onSolved: vi.fn(), onCleared: vi.fn(), onError: vi.fn() }) satisfies Hooks;

/** The widget of the provider's static file. */
class Geetest {
  static made: Record<string, unknown>[] = [];
  static heard: Record<string, () => void> = {};
  destroyed = false;
  constructor(config: Record<string, unknown>) {
    Geetest.made.push(config);
  }
  appendTo() {
    return this;
  }
  onReady(hear: () => void) {
    Geetest.heard.ready = hear;
    return this;
  }
  onSuccess(hear: () => void) {
    Geetest.heard.success = hear;
    return this;
  }
  onError(hear: () => void) {
    Geetest.heard.error = hear;
    return this;
  }
  getValidate() {
    return { geetest_challenge: "c", geetest_validate: "v", geetest_seccode: "v|jordan" };
  }
  reset() {}
}

beforeEach(() => {
  page = { asked: [], beacons: [], window: {} };
  Geetest.made = [];
  network = () => false;
  const document = {
    documentElement: { lang: "zh-Hant" },
    createElement: () => ({ remove: () => {} }),
    head: {
      appendChild: (script: { src: string; onload: () => void; onerror: () => void }) => {
        page.asked.push(script.src);
        const response = network(script.src);
        if (typeof response === "function") response();
        queueMicrotask(() => (response === false ? script.onerror() : script.onload()));
      },
    },
  };
  const navigator = { sendBeacon: (url: string) => page.beacons.push(url) };
  for (const [name, value] of Object.entries({ document, navigator, window: page.window })) vi.stubGlobal(name, value);
});

/** A setup whose hosts no other test has: a script is loaded only once. */
function setup(
  changes: { [Key in keyof Setup]?: Setup[Key] | undefined } = {},
): Setup & { kind: "challenge"; hosts: [string, string, string] } {
  const number = (part += 1);
  return {
    kind: "challenge",
    hosts: [`https://api${number}.example.com`, `https://one${number}.example.com`, `https://two${number}.example.com`],
    monitor: "https://monitor.example.com/send",
    start: { gt: "g".repeat(32), challenge: "challenge-1", success: true },
    ...changes,
  } as Setup & { kind: "challenge"; hosts: [string, string, string] };
}

/** Responds like gettype.php, by JSONP. */
function typeResponse(url: string, data: object) {
  const callback = page.window[new URL(url).searchParams.get("callback") ?? ""] as (response: object) => void;
  return () => callback({ status: "success", data });
}

const asWidget = () => () => void (page.window.Geetest = Geetest);
const TYPE = { type: "fullpage", fullpage: "/static/js/fullpage.9.js", slide: "/static/js/slide.7.js" };

test("online: the provider returns a type, whose file is loaded to show the widget", async () => {
  const given = setup();
  const [api, one] = given.hosts;
  network = (url) =>
    url.includes("/gettype.php")
      ? typeResponse(url, { ...TYPE, static_servers: [one.replace("https://", "") + "/"] })
      : asWidget();
  const heard = hooks();
  await showChallenge(place, given, heard);
  expect(page.asked.map((url) => url.replace(/&callback=.*/, ""))).toEqual([
    `${api}/gettype.php?gt=${"g".repeat(32)}`,
    `${one}/static/js/fullpage.9.js`,
  ]);
  expect(Geetest.made[0]).toMatchObject({
    gt: "g".repeat(32),
    challenge: "challenge-1",
    offline: false,
    new_captcha: true,
    lang: "zh-tw",
    protocol: "https://",
    api_server: api.replace("https://", ""),
  });
  Geetest.heard.ready?.();
  expect(heard.onReady).toHaveBeenCalledOnce();
  Geetest.heard.success?.();
  expect(heard.onSolved).toHaveBeenCalledWith({
    geetest_challenge: "c",
    geetest_validate: "v",
    geetest_seccode: "v|jordan",
  });
  Geetest.heard.error?.();
  expect(heard.onError).toHaveBeenCalledOnce();
  expect(Object.keys(page.window), "the callback is removed").toEqual(["Geetest"]);
});

test("offline mode (success not 1): the provider is not asked, the widget decides", async () => {
  const given = setup({ start: { gt: "gt", challenge: "c", success: false } });
  network = asWidget;
  await showChallenge(place, given, hooks());
  expect(page.asked).toEqual([`${given.hosts[0]}/static/js/geetest.6.0.9.js`]);
  expect(Geetest.made[0]).toMatchObject({ offline: true });
});

test("static hosts are tried in turn until one serves the file", async () => {
  const given = setup();
  const [api, one, two] = given.hosts;
  network = (url) =>
    url.includes("/gettype.php") ? typeResponse(url, TYPE) : url.startsWith(two) ? asWidget() : false;
  await showChallenge(place, given, hooks());
  expect(page.asked.slice(1)).toEqual([api, one, two].map((host) => `${host}/static/js/fullpage.9.js`));
  expect(page.beacons).toEqual([]);
});

test("without a type the fallback file is loaded, which every host has", async () => {
  const given = setup();
  network = (url) => (url.includes("/gettype.php") ? false : asWidget());
  await showChallenge(place, given, hooks());
  expect(page.asked.filter((url) => url.includes("/gettype.php"))).toHaveLength(3);
  expect(page.asked.at(-1)).toBe(`${given.hosts[0]}/static/js/geetest.6.0.9.js`);
});

test("when all static hosts fail: network error, and 508 is reported to the monitor without the challenge", async () => {
  const given = setup();
  network = (url) => (url.includes("/gettype.php") ? typeResponse(url, TYPE) : false);
  await expect(showChallenge(place, given, hooks())).rejects.toThrow("network error");
  const [beacon, ...more] = page.beacons.map((url) => new URL(url));
  expect(more).toEqual([]);
  expect(`${beacon?.origin}${beacon?.pathname}`).toBe("https://monitor.example.com/send");
  expect(Object.fromEntries(beacon?.searchParams ?? [])).toEqual({
    time: expect.any(String) as string,
    captcha_id: "g".repeat(32),
    exception_url: `${given.hosts[2]}/static/js/fullpage.9.js`,
    error_code: "508",
  });
});

test("a browser without sendBeacon reports by loading an image", async () => {
  const pictures: { src?: string }[] = [];
  vi.stubGlobal("navigator", {});
  vi.stubGlobal(
    "Image",
    class {
      src?: string;
      constructor() {
        pictures.push(this);
      }
    },
  );
  await expect(showChallenge(place, setup(), hooks())).rejects.toThrow("network error");
  expect(pictures[0]?.src).toContain("error_code=508");
});

test.each([[undefined], [7], [null], [{}]])(
  "a non-string gt (%j) is a type error, and nothing is loaded",
  async (gt) => {
    const start = { gt, challenge: "c", success: true } as unknown as Setup["start"];
    await expect(showChallenge(place, setup({ start }), hooks())).rejects.toThrow(TypeError);
    expect(page.asked).toEqual([]);
  },
);

const SLIDER = { kind: "slider", appKey: "KEY", lang: "tw", scene: "nc_login" } as const;

test("the slider's newer interface: AWSC.use and init, returning csessionid, sig, token and scene", async () => {
  const options: Record<string, (given?: object) => void>[] = [];
  const reset = vi.fn();
  network = () => () => {
    page.window.AWSC = {
      use: (name: string, ready: (state: string, module: object) => void) =>
        ready(name === "nc" ? "loaded" : "error", { init: (given: never) => (options.push(given), { reset }) }),
    };
  };
  const heard = hooks();
  const stop = await showSlider(place, { ...SLIDER, src: "https://g.example.com/awsc.js" }, heard);
  expect(options[0]).toMatchObject({ appkey: "KEY", scene: "nc_login", renderTo: "captcha", language: "tw" });
  options[0]?.success?.({ sessionId: "s", sig: "g", token: "t" });
  expect(heard.onSolved).toHaveBeenCalledWith({ csessionid: "s", sig: "g", token: "t", scene: "nc_login" });
  options[0]?.fail?.();
  expect(heard.onCleared).toHaveBeenCalledOnce();
  options[0]?.error?.();
  expect(heard.onError).toHaveBeenCalledOnce();
  stop();
  expect(reset).toHaveBeenCalledOnce();
});

test("the slider's older interface: new noCaptcha, with a token made by the page", async () => {
  const made: Record<string, unknown>[] = [];
  network = () => () => {
    page.window.noCaptcha = class {
      constructor(options: Record<string, unknown>) {
        made.push(options);
      }
    };
  };
  const heard = hooks();
  await showSlider(place, { ...SLIDER, src: "https://g.example.com/nc.js" }, heard);
  expect(made[0]).toMatchObject({ renderTo: "#captcha", appkey: "KEY", scene: "nc_login", language: "tw" });
  expect(made[0]?.token).toMatch(/^KEY:\d+:0\.\d+$/);
  (made[0]?.callback as (given: object) => void)({ csessionid: "s", sig: "g" });
  expect(heard.onSolved).toHaveBeenCalledWith({ csessionid: "s", sig: "g", token: made[0]?.token, scene: "nc_login" });
});

test("the slider's version for phones: NoCaptcha.init, enabled and reset once", async () => {
  const made: Record<string, unknown>[] = [];
  const [reset, setEnabled] = [vi.fn(), vi.fn()];
  network = () => () => {
    page.window.NoCaptcha = { init: (options: never) => (made.push(options), { reset }), setEnabled };
  };
  const heard = hooks();
  const stop = await showSlider(place, { ...SLIDER, src: "https://g.example.com/nch5.js" }, heard);
  expect(made[0]).toMatchObject({ renderTo: "#captcha", appkey: "KEY", scene: "nc_login", language: "tw" });
  expect(setEnabled.mock.calls).toEqual([[true]]);
  expect(reset).toHaveBeenCalledOnce();
  expect(heard.onReady).toHaveBeenCalledOnce();
  (made[0]?.callback as (given: object) => void)({ csessionid: "s", sig: "g" });
  expect(heard.onSolved).toHaveBeenCalledWith({ csessionid: "s", sig: "g", token: made[0]?.token, scene: "nc_login" });
  stop();
  expect(reset).toHaveBeenCalledTimes(2);
});

test("a NoCaptcha constructor works like the older interface", async () => {
  const made: Record<string, unknown>[] = [];
  network = () => () => {
    page.window.NoCaptcha = class {
      constructor(options: Record<string, unknown>) {
        made.push(options);
      }
    };
  };
  const heard = hooks();
  await showSlider(place, { ...SLIDER, src: "https://g.example.com/other.js" }, heard);
  (made[0]?.callback as (given: object) => void)({ csessionid: "s", sig: "g" });
  expect(heard.onSolved).toHaveBeenCalledWith({ csessionid: "s", sig: "g", token: made[0]?.token, scene: "nc_login" });
});

test.each([
  ["is unavailable", () => false],
  ["returns no slider", () => true],
  [
    "does not know the module",
    () => () => void (page.window.AWSC = { use: (_: string, ready: (s: string) => void) => ready("error") }),
  ],
])("a slider whose script %s is a network error, and is retried next time", async (what, response) => {
  network = response;
  const src = `https://g.example.com/${encodeURIComponent(what)}.js`;
  await expect(showSlider(place, { ...SLIDER, src }, hooks())).rejects.toThrow("network error");
  await expect(showSlider(place, { ...SLIDER, src }, hooks())).rejects.toThrow("network error");
  expect(page.asked.length).toBe(what === "is unavailable" ? 2 : 1);
});
