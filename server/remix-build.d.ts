/** Made up by the Remix plugin while it bundles `server/index.ts`. */
declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
}
