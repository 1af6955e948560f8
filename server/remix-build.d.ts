/** The app's build, which the Remix plugin makes up while bundling `server/index.ts`. */
declare module "virtual:remix/server-build" {
  export * from "@remix-run/dev/server-build";
}
