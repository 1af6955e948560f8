/** A script as minified text (vite-scripts.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
