const TRACING = ["api", "context-async-hooks", "core", "exporter-trace-otlp-http", "resources", "sdk-trace"];

/**
 * Packages that are not bundled: they have machine code (libsql, sharp), look for files beside themselves (pino,
 * i18n-iso-countries, undici), are loaded only where they are needed (ioredis, OpenTelemetry), or are shared with a
 * stock server (@remix-run/node). A release has these in `node_modules`, with their dependencies.
 */
export const EXTERNAL = [
  ...["libsql", "sharp", "pino", "i18n-iso-countries", "undici", "ioredis", "@remix-run/node"],
  ...TRACING.map((name) => `@opentelemetry/${name}`),
];
