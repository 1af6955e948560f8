/**
 * A stand-in for the slider of kind 1, as a page of the storefront loads it: the newer interface `AWSC.use("nc", …)`
 * and the older constructor `noCaptcha`, with their options, callbacks and methods. A visitor passes by sliding the
 * handle to the end, also with the keyboard.
 */
(function () {
  "use strict";

  /** @type {Readonly<Record<string, readonly [slide: string, passed: string, label: string]>>} */
  var TEXTS = {
    en: ["Slide to the right", "Passed", "Slide to verify"],
    tw: ["請向右滑動", "驗證通過", "滑動以完成驗證"],
    cn: ["请向右滑动", "验证通过", "滑动以完成验证"],
  };
  var HANDLE_PX = 48;
  var isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  var GROUND = isDark ? "#2a333b" : "#e8e8e8";
  var PASSED = isDark ? "#1f4d3a" : "#cfe9d6";

  function random() {
    return Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
  }

  /**
   * @param {HTMLElement} element
   * @param {Partial<CSSStyleDeclaration>} style
   */
  function applyStyle(element, style) {
    Object.assign(element.style, style);
  }

  /**
   * @param {HTMLElement | null} place
   * @param {string} language
   * @param {() => void} onPassed
   */
  function draw(place, language, onPassed) {
    if (!place) throw new Error("renderTo names no element");
    var texts = TEXTS[language] || TEXTS["cn"] || ["", "", ""];
    var track = document.createElement("div");
    var words = document.createElement("span");
    var handle = document.createElement("div");
    var at = 0;
    var passed = false;
    /** @type {number | null} */
    var from = null;

    applyStyle(track, {
      position: "relative",
      height: HANDLE_PX + "px",
      background: GROUND,
      borderRadius: "12px",
      color: isDark ? "#e6eaed" : "#333",
      lineHeight: HANDLE_PX + "px",
      textAlign: "center",
      userSelect: "none",
    });
    applyStyle(handle, {
      position: "absolute",
      top: "0",
      left: "0",
      width: HANDLE_PX + "px",
      height: HANDLE_PX + "px",
      background: isDark ? "#3b4752" : "#fff",
      border: "1px solid #666",
      borderRadius: "12px",
      fontWeight: "700",
      boxSizing: "border-box",
      cursor: "pointer",
      touchAction: "none",
    });
    handle.className = "nc_iconfont btn_slide";
    handle.textContent = "\u2192";
    handle.tabIndex = 0;
    handle.setAttribute("role", "slider");
    handle.setAttribute("aria-label", texts[2]);
    handle.setAttribute("aria-valuemin", "0");
    handle.setAttribute("aria-valuemax", "100");
    track.appendChild(words);
    track.appendChild(handle);

    function show() {
      var room = Math.max(track.clientWidth - HANDLE_PX, 1);
      handle.style.left = (at / 100) * room + "px";
      handle.setAttribute("aria-valuenow", String(Math.round(at)));
      words.textContent = passed ? texts[1] : texts[0];
      track.style.background = passed ? PASSED : GROUND;
    }
    /** @param {number} percent */
    function move(percent) {
      if (passed) return;
      at = Math.min(Math.max(percent, 0), 100);
      passed = at === 100;
      show();
      if (passed) onPassed();
    }
    function back() {
      at = 0;
      passed = false;
      from = null;
      show();
    }

    handle.addEventListener("pointerdown", function (event) {
      from = event.clientX;
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", function (event) {
      if (from === null) return;
      move(((event.clientX - from) / Math.max(track.clientWidth - HANDLE_PX, 1)) * 100);
    });
    handle.addEventListener("pointerup", function () {
      if (!passed) back();
      from = null;
    });
    handle.addEventListener("keydown", function (event) {
      if (event.key === "ArrowRight") move(at + 25);
      else if (event.key === "End") move(100);
      else return;
      event.preventDefault();
    });

    place.textContent = "";
    place.appendChild(track);
    show();
    return { reset: back };
  }

  var page = /** @type {Window & { AWSC?: object, noCaptcha?: Function }} */ (window);

  if (!/[?&]older\b/.test(document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "")) {
    page.AWSC = {
      /**
       * @param {string} name
       * @param {(state: string, module?: object) => void} ready
       */
      use: function (name, ready) {
        if (name !== "nc") return ready("error");
        ready("loaded", {
          /**
           * @param {{ renderTo: string, appkey: string, scene: string, language?: string, success?: (given: object) =>
           *   void }} options
           */
          init: function (options) {
            if (!options.appkey || !options.scene) throw new Error("appkey and scene are needed");
            var place = document.getElementById(options.renderTo.replace(/^#/, ""));
            return draw(place, options.language || "cn", function () {
              if (options.success) options.success({ sessionId: random(), sig: random(), token: random() });
            });
          },
        });
      },
    };
  }

  /**
   * @param {{ renderTo: string, appkey: string, scene: string, token: string, language?: string, callback?: (given:
   *   object) => void }} options
   */
  page.noCaptcha = function (options) {
    if (!options.appkey || !options.scene || !options.token) throw new Error("appkey, scene and token are needed");
    var slider = draw(document.querySelector(options.renderTo), options.language || "cn", function () {
      if (options.callback) options.callback({ csessionid: random(), sig: random(), value: "pass" });
    });
    return { reset: slider.reset, reload: slider.reset };
  };
})();
