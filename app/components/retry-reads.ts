import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/**
 * Lets the network, or a proxy, drop what the routes of this page read by scripts (`clientLoader`); thrown, the error
 * would count as a broken script and take the page away (behaviour 10.34). A page that is read again, after the
 * answer to a form, goes on with what it shows. Another step is asked for as a document, as without scripts: then the
 * browser itself says that it cannot be loaded, and how to try again. To be called before the page is hydrated.
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
