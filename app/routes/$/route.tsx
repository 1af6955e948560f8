import { ErrorPage } from "~/components/ErrorPage";
import { Elsewhere } from "./Elsewhere";

/** The 404 page of every unknown address. */
export const loader = () => {
  throw new Response(null, { status: 404 });
};

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return (
    <ErrorPage status={404}>
      <Elsewhere />
    </ErrorPage>
  );
}
