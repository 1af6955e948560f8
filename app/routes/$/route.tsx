import { ErrorPage } from "~/components/ErrorPage";
import { Elsewhere } from "./Elsewhere";

/** Answers every address that no screen has. */
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
