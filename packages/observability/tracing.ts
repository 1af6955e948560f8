import type { Context, Span } from "@opentelemetry/api";
import type { IncomingHttpHeaders } from "node:http";
import { boundedAgent } from "./bounded-agent";
import { describeError, log, onceAMinute } from "./log";

interface EndedRequest {
  method: string;
  route: string;
  status: number;
  /** Undefined for a page from the cache. */
  requestId: string | undefined;
  /** True if the visitor left before the response ended. */
  aborted: boolean;
}

/** OpenTelemetry traces. They never have a path, a query, a header, a body or an error's message. */
export type Tracing = Awaited<ReturnType<typeof createTracing>>;

const LAST_EXPORT_MS = 5_000;

let current: Tracing | undefined;

export const tracing = (): Tracing | undefined => current;

/**
 * Starts the traces of this process; OpenTelemetry reads their destination from its own variables.
 *
 * @param options.name the service's name, unless a variable names it
 * @param options.ratio the share of traces that are recorded, from 0 to 1, unless a proxy has decided
 * @param options.propagates if true, upstream calls send the trace (`traceparent`)
 */
export async function startTracing(options: TracingOptions): Promise<void> {
  current = await createTracing(options);
}

interface TracingOptions {
  name: string;
  version: string;
  ratio: number;
  propagates: boolean;
}

async function createTracing(options: TracingOptions) {
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
    log().warn({ error: describeError(error) }, "could not export spans"),
  );
  core.setGlobalErrorHandler(reportOnce);
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": options.name, "service.version": options.version }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ httpAgentOptions: boundedAgent }) }),
    ],
  });
  const tracer = provider.getTracer("storefront", options.version);
  const within = <T>(context: Context, span: Span, run: () => T): T => contexts.with(trace.setSpan(context, span), run);

  return {
    /** Runs a request in a span. `headers` may name the trace; pass undefined unless they come from our proxy. */
    request<T>(headers: IncomingHttpHeaders | undefined, run: (end: (ended: EndedRequest) => void) => T): T {
      const parent = headers ? propagator.extract(ROOT_CONTEXT, headers, api.defaultTextMapGetter) : ROOT_CONTEXT;
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, parent);
      const end = ({ method, route, status, requestId, aborted }: EndedRequest) => {
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
    /** Runs an upstream call in a span. `path` is the same for every visitor; `outcomeOf` names the thrown error. */
    async call<T>(
      { path, kind, purpose }: Record<"path" | "kind" | "purpose", string>,
      run: () => Promise<T>,
      outcomeOf: (error: unknown) => string,
    ): Promise<T> {
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
    propagation(): Record<string, string> {
      const headers: Record<string, string> = {};
      if (options.propagates) propagator.inject(contexts.active(), headers, api.defaultTextMapSetter);
      return headers;
    },
    exception(error: unknown): void {
      const { name, at } = describeError(error);
      const attributes = { "exception.type": name, ...(at === undefined ? {} : { "exception.stacktrace": at }) };
      trace.getSpan(contexts.active())?.addEvent("exception", attributes);
    },
    async stop(): Promise<void> {
      current = undefined;
      await provider.forceFlush({ timeoutMillis: LAST_EXPORT_MS }).catch(reportOnce);
      contexts.disable();
    },
  };
}
