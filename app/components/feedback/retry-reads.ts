import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/**
 * Handles network failures of the loaders that the routes of this page call by scripts (`clientLoader`). A thrown error
 * would count as a broken script and remove the page (behaviour 10.34). When a page is revalidated after the response
 * to a form, it continues with its old data. Another step is requested as a document, as without scripts: then the
 * browser itself reports the failure and how to try again. Call it before the page is hydrated.
 */
export function retryReadsOnReload(): void {
  const modules = window.__remixRouteModules;
  const { routes } = window.__remixManifest;
  const { loaderData } = window.__remixContext.state;
  for (const id of Object.keys(routes)) {
    const module = modules[id];
    if (!module || module.clientLoader || !routes[id]?.hasLoader) continue;
    let shown: unknown = loaderData?.[id];
    let [address] = location.href.split("#");
    const clientLoader = async ({ request, serverLoader }: ClientLoaderFunctionArgs) => {
      try {
        shown = await serverLoader();
        address = request.url;
      } catch (error) {
        if (error instanceof Response || request.signal.aborted) throw error;
        // The root's data are the same for each step, but for its toast and the way back of the language switch.
        if (id !== "root" && request.url !== address) {
          location.assign(request.url);
          await new Promise(() => {});
        }
      }
      return shown;
    };
    modules[id] = Object.assign({}, module, { clientLoader });
  }
}
