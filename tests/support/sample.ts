export { isWholeRun, runsOf, sampleOf } from "@storefront/test-support/sample";
