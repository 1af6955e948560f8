import { Trouble } from "~/components/Trouble";

/** Any address that no screen answers. */
export const loader = () => {
  throw new Response(null, { status: 404 });
};

export default function NotFound() {
  return <Trouble status={404} />;
}
