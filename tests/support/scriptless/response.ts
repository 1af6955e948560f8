import type { WireResponse, Asked } from "./wire";

/** A request in Playwright's words. */
export class ScriptlessRequest {
  constructor(readonly asked: Asked) {}
  url = () => this.asked.url.href;
  method = () => this.asked.method;
  headers = () => Object.fromEntries(new Headers(this.asked.headers));
  allHeaders = () => Promise.resolve(this.headers());
  postData = () => this.asked.body?.toString("utf8") ?? null;
  /** Only documents are requested. */
  resourceType = () => "document";
  isNavigationRequest = () => true;
}

/** A response in Playwright's words. */
export class ScriptlessResponse extends ScriptlessRequest {
  constructor(readonly response: WireResponse) {
    super(response.asked);
  }
  status = () => this.response.status;
  ok = () => this.response.status < 400;
  override headers = () => Object.fromEntries(this.response.headers);
  headerValue = (name: string) => Promise.resolve(this.response.headers.get(name));
  text = () => Promise.resolve(this.response.html);
  body = () => Promise.resolve(this.response.bytes);
  json = () => Promise.resolve(JSON.parse(this.response.html) as unknown);
  request = () => new ScriptlessRequest(this.response.asked);
}
