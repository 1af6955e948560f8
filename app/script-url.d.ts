/** The address of a script that is one file (tooling/vite/script-url.ts). */
declare module "*?script" {
  const url: string;
  export default url;
}

/** The same script, as text. */
declare module "*?script-text" {
  const text: string;
  export default text;
}
