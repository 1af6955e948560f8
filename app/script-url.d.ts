/** The address of a script of one file (vite-scripts.ts). */
declare module "*?script" {
  const url: string;
  export default url;
}
