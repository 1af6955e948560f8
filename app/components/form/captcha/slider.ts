import { loadScript, NetworkError, type Show, type Provided } from "./widget";

interface Slider {
  reset?: () => void;
}

type OlderOptions = Record<string, unknown> & { callback: (given: { csessionid: string; sig: string }) => void };
type Constructor = new (options: OlderOptions) => Slider;

/** The globals of the provider's script: the newer version, the older one, or the older one for phones. */
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
  noCaptcha?: Constructor;
  NoCaptcha?: Constructor & { init?: (options: OlderOptions) => Slider; setEnabled?: (isEnabled: boolean) => void };
}

export const showSlider: Show<Extract<Provided, { kind: "slider" }>> = async (
  place,
  { src, appKey, lang, scene },
  hooks,
) => {
  await loadScript(src);
  const { AWSC, noCaptcha, NoCaptcha } = window as Provider;
  const Older = noCaptcha ?? NoCaptcha;
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
  } else if (Older) {
    const token = [appKey, Date.now(), Math.random()].join(":");
    const options = {
      renderTo: `#${place.id}`,
      appkey: appKey,
      scene,
      token,
      language: lang,
      isEnabled: true,
      callback: ({ csessionid, sig }: { csessionid: string; sig: string }) => solved(csessionid, sig, token),
      error: hooks.onError,
    };
    if (Older === NoCaptcha && NoCaptcha.init) {
      slider = NoCaptcha.init(options);
      NoCaptcha.setEnabled?.(true);
      // This call draws the widget.
      slider.reset?.();
    } else slider = new Older(options);
  } else throw new NetworkError();
  hooks.onReady();
  return () => {
    slider.reset?.();
    place.textContent = "";
  };
};
