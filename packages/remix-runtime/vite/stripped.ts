/** The parts of libraries that no page runs in the browser; a name that is not found fails the build. */

export interface StrippedParts {
  emptied?: readonly string[];
  bodies?: Readonly<Record<string, string>>;
  /** Constants by name: `name`, `object.name`, `*.name` (of any object), or a call `name()`. */
  always?: Readonly<Record<string, string>>;
  /** Texts that occur exactly once, each with its replacement. */
  texts?: Readonly<Record<string, string>>;
  unexported?: readonly string[];
}

const _extends = "return Object.assign.apply(Object, arguments);";
const names = (list: string) => list.trim().split(/\s+/);

/** Replacements of modules of `@remix-run/react`. */
export const STUBBED_MODULES: Readonly<Record<string, string>> = {
  // The original shows a stack trace under "Application Error". Without it, `entry.client` restores the server's page.
  "./errorBoundaries.js": `
    export const RemixErrorBoundary = ({ children }) => children;
    export const RemixRootDefaultErrorBoundary = ({ error }) => { throw error; };
    export const BoundaryShell = ({ children }) => children;`,
  // Lazy route discovery is off.
  "./fog-of-war.js": `
    const nothing = () => {};
    export { nothing as getPartialManifest, nothing as getPatchRoutesOnNavigationFunction };
    export { nothing as isFogOfWarEnabled, nothing as useFogOFWarDiscovery };`,
  // No client loader runs while a page hydrates.
  "./fallback.js": `export const RemixRootDefaultHydrateFallback = undefined;`,
};

/** The removed parts, by the end of the file's path. */
export const STRIPPED_PARTS: Readonly<Record<string, StrippedParts>> = {
  "/@remix-run/router/dist/router.js": {
    emptied: names(`
      warning dispose DeferredData resolveNavigationDeferredResults resolveFetcherDeferredResults resolveDeferredData
      getBlocker deleteBlocker updateBlocker shouldBlockNavigation
      enableScrollRestoration saveScrollPosition getScrollKey restoreAppliedTransitions persistAppliedTransitions
      checkFogOfWar discoverRoutes patchRoutes _internalSetRoutes loadLazyRouteModule`),
    bodies: {
      _extends,
      invariant: "if (value === false || value == null) throw Error();",
      getInternalRouterError: `return new ErrorResponseImpl(status || 500, "", Error(), true);`,
      getSavedScrollPosition: "return null;",
      cancelActiveDeferreds: "return [];",
      isDeferredResult: "return false;",
      isDeferredData: "return false;",
      isDataWithResponseInit: "return false;",
      // We use `useFetcher` only to load; forms post by navigation.
      handleFetcherAction: `throw Error("fetchers only load");`,
    },
    always: {
      isServer: "false",
      isBrowser: "true",
      basename: `"/"`,
      // These are Remix's own flags and those of remix.config.js.
      "future.v7_fetcherPersist": "true",
      "future.v7_normalizeFormMethod": "true",
      "future.v7_partialHydration": "true",
      "future.v7_prependBasename": "true",
      "future.v7_relativeSplatPath": "true",
      "future.v7_skipActionErrorRevalidation": "false",
      // All routes are known and never change.
      isFogOfWar: "false",
      initialMatchesIsFOW: "false",
      "fogOfWar.active": "false",
      inFlightDataRoutes: "undefined",
      patchRoutesOnNavigationImpl: "undefined",
      "*.lazy": "undefined",
      loadRoutePromise: "undefined",
      "init.dataStrategy": "undefined",
      "init.detectErrorBoundary": "undefined",
      handlerOverride: "undefined",
      staticContext: "undefined",
      requestContext: "undefined",
      skipLoaderErrorBubbling: "false",
      "activeDeferreds.forEach()": "undefined",
      // None of our code blocks a navigation.
      unblockBlockerHistoryUpdate: "undefined",
      blockerKey: "undefined",
      "blockers.size": "0",
      // View transitions happen between documents and use only CSS.
      viewTransitionOpts: "undefined",
      pendingViewTransitionEnabled: "false",
      "appliedViewTransitions.get()": "undefined",
      "appliedViewTransitions.has()": "false",
      "routerWindow.addEventListener()": "undefined",
    },
    texts: { "fogOfWar.active = false;": "" },
  },
  "/react-router/dist/index.js": {
    emptied: ["warningOnce", "logV6DeprecationWarnings", "componentDidCatch"],
    // If the root's boundary does not catch an error, the server's page is restored.
    bodies: { _extends, DefaultErrorComponent: "throw useRouteError();" },
    always: { START_TRANSITION: `"startTransition"` },
  },
  "/react-router-dom/dist/index.js": {
    emptied: names("Deferred getDataRouterConsoleError validateClientSideSubmission"),
    bodies: { _extends },
    always: {
      basename: `"/"`,
      isBrowser: "true",
      v7_startTransition: "true",
      "*.v7_partialHydration": "true",
      // React 18 exports all three. A computed name would keep the whole of React in the bundle.
      START_TRANSITION: `"startTransition"`,
      FLUSH_SYNC: `"flushSync"`,
      USE_ID: `"useId"`,
      viewTransition: "undefined",
      viewTransitionOpts: "undefined",
      renderDfd: "undefined",
      pendingState: "undefined",
      interruption: "undefined",
      transition: "undefined",
      "vtContext.isTransitioning": "false",
    },
    texts: {
      "window.__reactRouterVersion = REACT_ROUTER_VERSION;": "",
      'router.window == null || router.window.document == null || typeof router.window.document.startViewTransition !== "function"':
        "true",
    },
  },
  "/@remix-run/react/dist/esm/browser.js": {
    always: {
      "window.__remixContext.future.v3_singleFetch": "false",
      "window.__remixContext.isSpaMode": "false",
      "window.__remixContext.basename": `"/"`,
      hmrRouterReadyResolve: "undefined",
      criticalCss: "undefined",
    },
    texts: {
      "router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;": "",
      'React.useState(process.env.NODE_ENV === "development" ? window.__remixContext.criticalCss : undefined)': "[]",
    },
  },
  "/@remix-run/react/dist/esm/components.js": {
    bodies: {
      usePrefetchBehavior: "return [false, null, {}];",
      mergeRefs: "return refs[0];",
      PrefetchPageLinks: "return null;",
    },
    // These assignments would keep unused components in the bundle.
    texts: {
      'NavLink.displayName = "NavLink";': "",
      '\nLink.displayName = "Link";': "",
      'Form.displayName = "Form";': "",
    },
  },
  "/@remix-run/react/dist/esm/data.js": {
    emptied: ["parseDeferredReadableStream", "readStreamSections"],
    bodies: { isDeferredData: "return false;", isDeferredResponse: "return false;" },
  },
  "/@remix-run/react/dist/esm/routes.js": {
    emptied: names("createServerRoutes preventInvalidServerHandlerCall wrapShouldRevalidateForHdr"),
    bodies: {
      loadRouteModuleWithBlockingLinks: "",
      noActionDefinedError: "return Error();",
      prefetchStylesAndCallHandler: "return handler();",
      getShouldRevalidateFunction: "return route.shouldRevalidate;",
    },
    always: { isSpaMode: "false", singleFetch: "undefined", needsRevalidation: "undefined", "*.hydrate": "false" },
    texts: { "if (routeModule) {": "if (true) {" },
  },
  "/react/cjs/react.production.min.js": {
    unexported: names(`
      Children Profiler PureComponent Suspense act cloneElement createFactory createRef isValidElement lazy unstable_act
      useDebugValue useDeferredValue useImperativeHandle useInsertionEffect useReducer useTransition version`),
  },
  "/react-dom/cjs/react-dom.production.min.js": {
    unexported: names(`
      createPortal createRoot findDOMNode hydrate render unmountComponentAtNode unstable_batchedUpdates
      unstable_renderSubtreeIntoContainer version`),
  },
  "/scheduler/cjs/scheduler.production.min.js": {
    unexported: names(`
      unstable_Profiling unstable_continueExecution unstable_forceFrameRate unstable_getFirstCallbackNode unstable_next
      unstable_pauseExecution unstable_runWithPriority unstable_wrapCallback`),
  },
};
