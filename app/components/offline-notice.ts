/** Says that there is no network, each time anew. */
function say(words: string): void {
  document.getElementById("offline")?.remove();
  const notice = document.createElement("div");
  notice.id = "offline";
  notice.className = "toast toast-alert toast-over toast-fades";
  notice.setAttribute("role", "alert");
  notice.appendChild(document.createElement("p")).textContent = words;
  document.body.appendChild(notice);
}

/** The link that a click follows to another page. */
function followed(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || !/^http/.test(link.protocol)) return null;
  const isHere = link.hash && link.href.split("#")[0] === location.href.split("#")[0];
  return isHere ? null : link;
}

/**
 * Keeps the page, and what was typed, where a link or a form would leave it for the browser's page of errors, since
 * there is no network (behaviour 10.36). A page that the service worker has cached is opened all the same. What scripts
 * do in place, forms of theirs included, is left to them.
 *
 * @param words of the notice
 */
export function stayWhileOffline(words: string): void {
  addEventListener("click", (event) => {
    const link = !navigator.onLine && !event.defaultPrevented ? followed(event) : null;
    if (!link) return;
    event.preventDefault();
    const cached = "caches" in window ? caches.match(link.href) : Promise.resolve(undefined);
    cached.then(
      (page) => (page ? location.assign(link.href) : say(words)),
      () => say(words),
    );
  });
  addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    event.preventDefault();
    say(words);
  });
}
