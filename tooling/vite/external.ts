const TRACING = ["api", "context-async-hooks", "core", "exporter-trace-otlp-http", "resources", "sdk-trace"];

/**
 * Packages that are not bundled, because they have machine code (libsql, sharp), read files beside themselves (pino,
 * i18n-iso-countries, undici), are loaded only if needed (ioredis, OpenTelemetry), or are shared with a stock server
 * (@remix-run/node). A release has these in `node_modules`, with their dependencies.
 */
export const EXTERNAL = [
  ...["libsql", "sharp", "pino", "i18n-iso-countries", "undici", "ioredis", "@remix-run/node"],
  ...TRACING.map((name) => `@opentelemetry/${name}`),
];
