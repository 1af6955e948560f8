const TRACING = ["api", "context-async-hooks", "core", "exporter-trace-otlp-http", "resources", "sdk-trace"];

/**
 * Packages that are not bundled, because they have machine code, read files beside themselves, are loaded only if
 * needed, or are shared with a stock server (@remix-run/node). A release has them in `node_modules`.
 */
export const EXTERNAL = [
  ...["libsql", "sharp", "pino", "i18n-iso-countries", "undici", "ioredis", "@remix-run/node"],
  ...TRACING.map((name) => `@opentelemetry/${name}`),
];
