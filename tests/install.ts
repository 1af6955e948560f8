import { provideChromium, provideFonts } from "./support/provision";

/** Finds or installs the browser and the fonts of the journeys, during other steps of `npm test`. */

process.exitCode = provideChromium() === undefined ? 1 : 0;
if (!provideFonts())
  console.log("The wide and narrow fonts could not be installed: journeys that measure them will fail.");
