import type { Context, Span } from "@opentelemetry/api";
import type { IncomingHttpHeaders } from "node:http";
import { describeError, log, onceAMinute } from "./log";

/**
 * Traces by OpenTelemetry: a span for each request and for each call of the upstream. A process that does not start
 * them loads none of it. Spans contain names of the program alone: the route's pattern, the call's name, an outcome;
 * never a path, a query, a header, a body or an error's message.
 */

/** What is known of a request when its response has ended. */
export interface EndedRequest {
  method: string;
  /** The pattern of its route. */
  route: string;
  status: number;
  /** Undefined for a page from the cache. */
  requestId: string | undefined;
  /** The visitor left before the response ended. */
  aborted: boolean;
}

/** What is known of a call of the upstream before it is made. */
export interface TracedCall {
  /** Its path, which is the same for every visitor. */
  path: string;
  kind: string;
  purpose: string;
}

/** Ends the span of a request. */
export type EndRequest = (ended: EndedRequest) => void;

export interface Tracing {
  /**
   * Runs what responds to a request within a span: calls and exceptions that follow from it belong to that span.
   *
   * @param headers where a proxy of ours may have named the trace; undefined where its word does not count
   */
  request<T>(headers: IncomingHttpHeaders | undefined, run: (end: EndRequest) => T): T;
  /**
   * Runs a call of the upstream within a span.
   *
   * @param outcomeOf a word of the program for what was thrown
   */
  call<T>(call: TracedCall, run: () => Promise<T>, outcomeOf: (error: unknown) => string): Promise<T>;
  /** The headers that name the current trace to the upstream; none unless they are to be sent. */
  propagation(): Record<string, string>;
  /** Adds an exception to the current span: its type and the place, without its message. */
  exception(error: unknown): void;
  /** Exports what is left, for `LAST_EXPORT_MS` at most, and ends. */
  stop(): Promise<void>;
}

/** How long the last export may take while a process ends. */
const LAST_EXPORT_MS = 5_000;

let current: Tracing | undefined;

/** The traces of this process; undefined where it makes none. */
export const tracing = (): Tracing | undefined => current;

/**
 * Starts the traces of this process. Where they go, with which headers, and the attributes of the resource are read by
 * OpenTelemetry from its own variables (`OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
 *
 * @param options.name of the service, unless a variable names it
 * @param options.ratio the share of traces that are recorded, from 0 to 1, where no proxy has decided
 * @param options.propagates whether calls of the upstream carry the trace (`traceparent`)
 */
export async function startTracing(options: {
  name: string;
  version: string;
  ratio: number;
  propagates: boolean;
}): Promise<void> {
  const [api, { AsyncLocalStorageContextManager }, core, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
  ]);
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace } = api;
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new core.W3CTraceContextPropagator();
  const reportOnce = onceAMinute((error: unknown) =>
    log().warn({ error: describeError(error) }, "spans cannot be exported"),
  );
  core.setGlobalErrorHandler(reportOnce);
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": options.name, "service.version": options.version }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("storefront", options.version);
  const within = <T>(context: Context, span: Span, run: () => T): T => contexts.with(trace.setSpan(context, span), run);

  current = {
    request(headers, run) {
      const parent = headers ? propagator.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter) : ROOT_CONTEXT;
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
      const end: EndRequest = ({ method, route, status, requestId, aborted }) => {
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
          ...(requestId === undefined ? {} : { "request.id": requestId }),
          ...(aborted ? { "request.aborted": true } : {}),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
      return within(parent, span, () => run(end));
    },
    async call({ path, kind, purpose }, run, outcomeOf) {
      const attributes = { "upstream.call": path, "upstream.kind": kind, "upstream.purpose": purpose };
      const parent = contexts.active();
      const span = tracer.startSpan(path, { kind: SpanKind.CLIENT, attributes }, parent);
      try {
        const result = await within(parent, span, run);
        span.setAttribute("upstream.outcome", "ok");
        return result;
      } catch (error) {
        span.setAttribute("upstream.outcome", outcomeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    propagation() {
      const headers: Record<string, string> = {};
      if (options.propagates) propagator.inject(contexts.active(), headers, api.defaultTextMapSetter);
      return headers;
    },
    exception(error) {
      const { name, at } = describeError(error);
      const attributes = { "exception.type": name, ...(at === undefined ? {} : { "exception.stacktrace": at }) };
      trace.getSpan(contexts.active())?.addEvent("exception", attributes);
    },
    async stop() {
      current = undefined;
      await provider.forceFlush({ timeoutMillis: LAST_EXPORT_MS }).catch(reportOnce);
      contexts.disable();
    },
  };
}
