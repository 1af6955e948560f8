/** The Remix plugin creates this module when it bundles `server/index.ts`. */
declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
}
