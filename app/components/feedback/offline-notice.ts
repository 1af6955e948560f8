/** Shows a notice that there is no network. Each press announces it again. */
function say(words: string): void {
  document.getElementById("offline")?.remove();
  const notice = document.createElement("div");
  notice.id = "offline";
  notice.className = "toast toast-alert toast-over toast-fades";
  notice.setAttribute("role", "alert");
  notice.appendChild(document.createElement("p")).textContent = words;
  document.body.appendChild(notice);
}

function followed(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || !/^http/.test(link.protocol)) return null;
  const isHere = link.hash && link.href.split("#")[0] === location.href.split("#")[0];
  return isHere ? null : link;
}

/**
 * Shows `words` instead of the browser's error page when a link or form is pressed without a network.
 * The browser may be wrong about the network, so this requests something from the site first.
 */
export function stayWhileOffline(words: string): void {
  const goOn = (press: () => void, otherwise: () => void) => {
    fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).then(() => {
      // Correct the value, so that presses that scripts handle within the page work.
      Object.defineProperty(navigator, "onLine", { value: true });
      press();
    }, otherwise);
  };
  const sayIt = () => say(words);
  addEventListener("click", (event) => {
    const link = navigator.onLine || event.defaultPrevented ? null : followed(event);
    if (!link) return;
    event.preventDefault();
    const openCached = () => {
      const cached = "caches" in window ? caches.match(link.href) : Promise.resolve(undefined);
      cached.then((page) => (page ? location.assign(link.href) : sayIt()), sayIt);
    };
    goOn(() => link.click(), openCached);
  });
  addEventListener("submit", (event) => {
    const { target, submitter, defaultPrevented } = event;
    if (navigator.onLine || defaultPrevented) return;
    event.preventDefault();
    const form = target as HTMLFormElement;
    // If no button was pressed, the form's first one counts, as for Enter.
    const button = submitter ?? form.querySelector<HTMLElement>("button, [type=submit]");
    goOn(() => button?.click(), sayIt);
  });
}
