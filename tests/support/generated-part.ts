import { textOf } from "./deployed";

/**
 * Returns a document with its generated part as it should be now.
 *
 * @param source the module from which the part is generated
 * @param test the test that writes it
 */
export function withGenerated(document: string, { source, test }: { source: string; test: string }, part: string) {
  const begin = `<!-- generated from ${source} by npm run test:unit -- ${test} -u -->`;
  const end = "<!-- end of the generated part -->";
  const [before = "", rest = ""] = textOf(document).split(begin);
  return `${before}${begin}\n\n${part}\n\n${end}${rest.slice(rest.indexOf(end) + end.length)}`;
}
