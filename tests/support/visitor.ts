import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { FormResult } from "~server/forms/form";
import { readFlash, type Flash } from "~server/session/flash";
import { CookieJar, formRequest, pageRequest } from "./requests";
import { formTokenFor, newAddress, routeArgs } from "./route-args";

/** The parts of a route module that tests use. */
export interface RouteModule {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}

type Fields = Parameters<typeof formRequest>[1];

interface Ask {
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Returns the route's response, whether it was returned or thrown; passes any other error on to the test. */
async function responseOf(run: () => unknown): Promise<Response> {
  try {
    return (await run()) as Response;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

/** One visitor of one route, with a browser's cookies and its own IP address, so that tests share no limits. */
export class Visitor {
  /**
   * @param locale null leaves the language cookie unchanged
   * @param address the IP address, if visitors of a test share one
   * @param cookies the cookies of another visitor, for the same person elsewhere
   */
  constructor(
    readonly route: RouteModule,
    locale: "el_GR" | "en_US" | null = "en_US",
    readonly address = newAddress(),
    readonly cookies = new CookieJar(),
  ) {
    if (locale) this.cookies.set("ulan", locale);
  }

  async open(url: string, { params = {}, headers = {} }: Ask = {}): Promise<Response> {
    const request = pageRequest(url, { cookies: this.cookies, headers });
    const response = await responseOf(() => this.route.loader?.(this.#args(request, params)));
    this.cookies.take(response);
    return response;
  }

  /** Returns the data of the page's loader. */
  async read<Data extends Record<string, unknown>>(url: string, ask: Ask = {}): Promise<Data> {
    const response = await this.open(url, ask);
    if (response.status >= 300 && response.status < 400) {
      throw new Error(`${url} leads to ${String(response.headers.get("location"))}`);
    }
    return (await response.json()) as Data;
  }

  /** Opens the page and submits its form, with the page's token unless the fields have a `csrf`. */
  async submit(url: string, fields: Fields, ask: Ask = {}): Promise<Response> {
    const csrf = "csrf" in fields ? fields.csrf : (await this.read<{ token: string }>(url, ask)).token;
    return this.post(url, { ...fields, csrf }, ask);
  }

  /** Submits a form with a token of its purpose, without opening the page. */
  async postOf(purpose: string, url: string, fields: Fields, ask: Ask = {}): Promise<Response> {
    const csrf = await formTokenFor(pageRequest(url, { cookies: this.cookies }), purpose);
    return this.post(url, { csrf, ...fields }, ask);
  }

  /** Submits a form without opening the page. */
  async post(url: string, fields: Fields, { params = {}, headers = {} }: Ask = {}): Promise<Response> {
    const request = formRequest(url, fields, { cookies: this.cookies, headers });
    const response = await responseOf(() => this.route.action?.(this.#args(request, params)));
    this.cookies.take(response);
    return response;
  }

  /** Returns the toast that this visitor's next page will show. */
  async toast(): Promise<Flash | null> {
    return (await readFlash(pageRequest("/", { cookies: this.cookies }))).flash;
  }

  #args(request: Request, params: Record<string, string>) {
    return routeArgs(request, { params, clientAddress: this.address });
  }
}

/** Returns a rejected form's status, messages (keys) and typed values. */
export async function refusalOf(response: Response) {
  const { lastResult } = (await response.json()) as FormResult;
  return { status: response.status, errors: lastResult.error, values: lastResult.initialValue };
}
