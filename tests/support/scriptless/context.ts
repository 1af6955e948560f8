import { ScriptlessPage } from "./scriptless-page";
import { ScriptlessVisitor } from "./visitor";

/** A browser without scripts of one visitor, in Playwright's words. */
export class ScriptlessContext extends ScriptlessVisitor {
  newPage = () => Promise.resolve(new ScriptlessPage(this));
}
