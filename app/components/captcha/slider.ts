import { loadScript, NetworkError, type Show, type Provided } from "./widget";

/** The common part of both versions of the slider. */
interface Slider {
  reset?: () => void;
}

/** What the provider's script defines: the newer version registers modules, the older one is a constructor. */
interface Provider {
  AWSC?: {
    use: (
      name: "nc",
      ready: (
        state: string,
        nc?: {
          init: (
            options: Record<string, unknown> & {
              success: (given: { sessionId: string; sig: string; token: string }) => void;
            },
          ) => Slider;
        },
      ) => void,
    ) => void;
  };
  noCaptcha?: new (
    options: Record<string, unknown> & { callback: (given: { csessionid: string; sig: string }) => void },
  ) => Slider;
}

/** The slider widget. */
export const showSlider: Show<Extract<Provided, { kind: "slider" }>> = async (
  place,
  { src, appKey, lang, scene },
  hooks,
) => {
  await loadScript(src);
  const { AWSC, noCaptcha: NoCaptcha } = window as Provider;
  const solved = (csessionid: string, sig: string, token: string) => hooks.onSolved({ csessionid, sig, token, scene });
  let slider: Slider;
  if (AWSC) {
    slider = await new Promise<Slider>((resolve, reject) =>
      AWSC.use("nc", (state, nc) => {
        if (state !== "loaded" || !nc) return reject(new NetworkError());
        resolve(
          nc.init({
            appkey: appKey,
            scene,
            renderTo: place.id,
            language: lang,
            success: ({ sessionId, sig, token }) => solved(sessionId, sig, token),
            fail: hooks.onCleared,
            error: hooks.onError,
          }),
        );
      }),
    );
  } else if (NoCaptcha) {
    const token = [appKey, Date.now(), Math.random()].join(":");
    slider = new NoCaptcha({
      renderTo: `#${place.id}`,
      appkey: appKey,
      scene,
      token,
      language: lang,
      isEnabled: true,
      callback: ({ csessionid, sig }) => solved(csessionid, sig, token),
      error: hooks.onError,
    });
  } else throw new NetworkError();
  hooks.onReady();
  return () => {
    slider.reset?.();
    place.textContent = "";
  };
};
