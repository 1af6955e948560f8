const TRACING = ["api", "context-async-hooks", "core", "exporter-trace-otlp-http", "resources", "sdk-trace"];

/**
 * Packages that the build leaves files of their own: they have machine code (libsql, sharp), look for files beside
 * themselves (pino, i18n-iso-countries, undici), are loaded only where they are needed (ioredis, OpenTelemetry), or are
 * shared with a stock server that runs the build (@remix-run/node). A release has these in `node_modules`, with what
 * they need, and nothing else: all other packages are in the build.
 */
export const EXTERNAL = [
  ...["libsql", "sharp", "pino", "i18n-iso-countries", "undici", "ioredis", "@remix-run/node"],
  ...TRACING.map((name) => `@opentelemetry/${name}`),
];
