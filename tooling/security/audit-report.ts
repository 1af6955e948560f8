import { z } from "zod";
import type { AdvisoryList } from "./advisories";

const report = z.object({
  vulnerabilities: z.record(
    z.object({
      /** Advisories; a plain name refers to the advisories of another package. */
      via: z.array(z.union([z.string(), z.object({ name: z.string(), url: z.string(), range: z.string() })])),
    }),
  ),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the advisories of a report that the list lacks. A missing report proves nothing, so it is a problem too. */
export function auditProblems(text: string, { advisories }: Pick<AdvisoryList, "advisories">): string[] {
  const read = report.safeParse(parsed(text));
  if (!read.success) return ["The registry returned no report: use another one, or check advisories manually."];
  const found = Object.values(read.data.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) => {
      if (typeof each === "string") return [];
      const id = each.url.slice(each.url.lastIndexOf("/") + 1);
      const isListed = advisories.some((known) => known.id === id && known.package === each.name);
      return isListed ? [] : [`${each.name} ${each.range} is affected by ${id}, which is not in the list`];
    }),
  );
  return [...new Set(found)];
}
