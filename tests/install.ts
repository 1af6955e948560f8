import { provideChromium, provideFonts, provideNode, RUNTIME_NODE } from "./support/provision";

/**
 * Finds or installs what one step of `npm test` needs, beside other steps: `tsx tests/install.ts browser`, or `node`
 * for the version of Node that the container has. Its exit code is 1 where that could not be had.
 */

function provideBrowser(): boolean {
  const isHere = provideChromium() !== undefined;
  if (!provideFonts()) console.log("No wide and narrow font could be had: journeys that measure them will fail.");
  return isHere;
}

const isHere = process.argv[2] === "browser" ? provideBrowser() : provideNode(RUNTIME_NODE) !== undefined;
process.exitCode = isHere ? 0 : 1;
