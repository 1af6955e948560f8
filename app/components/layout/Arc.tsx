import "~/styles/hero-dark.css";

export function Arc() {
  return (
    <svg className="hero-arc" viewBox="0 0 100 100" fill="none" stroke="currentColor" aria-hidden="true">
      {/* The first circle is thicker on its left, which an arc on each side of it draws. */}
      <path
        strokeWidth="1.4"
        d="M50 2a48 48 0 1 1 0 96a48 48 0 1 1 0-96M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72M50 26a24 24 0 1 1 0 48a24 24 0 1 1 0-48M50 1.2a48.8 48.8 0 0 0-46.8 61M50 2.8a47.2 47.2 0 0 0-45.2 59"
      />
    </svg>
  );
}
