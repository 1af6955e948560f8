import { Links, Meta, Outlet, Scripts, useMatches } from "react-router";

export function Layout({ children }) {
  const hydrates = useMatches().some(({ handle }) => handle?.hydrates);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hydrates ? <Scripts /> : null}
      </body>
    </html>
  );
}

export const links = () => [{ rel: "stylesheet", href: "/style.css" }];

export default () => <Outlet />;
