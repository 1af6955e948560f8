import { CHECKS } from "./support/checks";
import { runAll } from "./support/steps";

/** `npm run check`: runs every check of the source on two cores, and continues after a failure. */

const failed = (await runAll(CHECKS)).filter((done) => done.failed > 0).map(({ step }) => step.name);
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
