import { Trouble } from "~/components/Trouble";
import { Elsewhere } from "./Elsewhere";

/** Any address that no screen answers. */
export const loader = () => {
  throw new Response(null, { status: 404 });
};

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return (
    <Trouble status={404}>
      <Elsewhere />
    </Trouble>
  );
}
