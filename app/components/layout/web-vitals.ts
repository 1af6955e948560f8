import { onCLS, onINP, onLCP, type Metric } from "web-vitals";

export function reportWebVitals(): void {
  const report = new URLSearchParams({ page: location.pathname });
  const note = ({ name, value }: Metric) => report.set(name, value.toFixed(3));
  for (const measure of [onLCP, onINP, onCLS]) measure(note, { reportAllChanges: true });
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    removeEventListener("visibilitychange", send);
    navigator.sendBeacon("/vitals", report);
  };
  addEventListener("visibilitychange", send);
}
