/**
 * A stand-in for the challenge widget of kind 2, as its static file defines it: the constructor `Geetest` with
 * `appendTo`, `onReady`, `onSuccess`, `onError`, `getValidate`, `reset` and `destroy`. Online it asks its server
 * (`/ajax.php`) if the visitor passed; offline it decides itself. One click passes.
 */
(function () {
  "use strict";

  /** @type {Readonly<Record<string, readonly [ask: string, passed: string]>>} */
  var TEXTS = {
    en: ["Click to verify", "Passed"],
    "zh-tw": ["點擊進行驗證", "驗證通過"],
    "zh-cn": ["点击进行验证", "验证通过"],
  };

  /**
   * @typedef {{ gt: string, challenge: string, offline: boolean, lang?: string, protocol: string, api_server: string,
   *   width?: string }} Config
   */

  /**
   * @param {string} url without the callback
   * @param {(result: { status?: string, validate?: string } | null) => void} done gets null without a response
   */
  function ask(url, done) {
    var name = "geetest_" + Date.now() + Math.floor(Math.random() * 1000);
    var script = document.createElement("script");
    Reflect.set(window, name, done);
    script.onerror = function () {
      done(null);
    };
    script.src = url + "&callback=" + name;
    document.head.appendChild(script);
  }

  /** @param {Config} config */
  function Geetest(config) {
    if (typeof config.gt !== "string" || typeof config.challenge !== "string")
      throw new Error("gt and challenge are needed");
    /** @type {Record<"ready" | "success" | "error", (() => void)[]>} */
    var listeners = { ready: [], success: [], error: [] };
    /** @type {{ geetest_challenge: string, geetest_validate: string, geetest_seccode: string } | false} */
    var validate = false;
    var texts = TEXTS[config.lang || "zh-cn"] || ["", ""];
    var isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    var button = document.createElement("button");
    button.type = "button";
    button.className = "geetest_radar_btn";
    Object.assign(button.style, {
      width: config.width || "100%",
      minHeight: "48px",
      border: "1px solid #666",
      borderRadius: "12px",
      background: isDark ? "#2a333b" : "#fff",
      color: isDark ? "#e6eaed" : "#333",
      font: "inherit",
    });

    /** @param {"ready" | "success" | "error"} event */
    function emit(event) {
      listeners[event].forEach(function (listener) {
        listener();
      });
    }
    /** @param {string} proof */
    function pass(proof) {
      validate = {
        geetest_challenge: config.challenge,
        geetest_validate: proof,
        geetest_seccode: proof + "|jordan",
      };
      button.textContent = texts[1];
      emit("success");
    }

    button.addEventListener("click", function () {
      if (validate) return;
      if (config.offline) return pass("offline" + config.challenge.slice(0, 8));
      var query = "?gt=" + encodeURIComponent(config.gt) + "&challenge=" + encodeURIComponent(config.challenge);
      ask(config.protocol + config.api_server + "/ajax.php" + query, function (result) {
        if (result && result.status === "success" && result.validate) pass(result.validate);
        else emit("error");
      });
    });

    var widget = {
      /** @param {HTMLElement | string} place */
      appendTo: function (place) {
        var element = typeof place === "string" ? document.querySelector(place) : place;
        if (!element) throw new Error("appendTo names no element");
        button.textContent = texts[0];
        element.appendChild(button);
        setTimeout(function () {
          emit("ready");
        });
        return widget;
      },
      /** @param {() => void} listener */
      onReady: function (listener) {
        listeners.ready.push(listener);
        return widget;
      },
      /** @param {() => void} listener */
      onSuccess: function (listener) {
        listeners.success.push(listener);
        return widget;
      },
      /** @param {() => void} listener */
      onError: function (listener) {
        listeners.error.push(listener);
        return widget;
      },
      getValidate: function () {
        return validate;
      },
      reset: function () {
        validate = false;
        button.textContent = texts[0];
        return widget;
      },
      destroy: function () {
        button.remove();
      },
    };
    return widget;
  }

  Reflect.set(window, "Geetest", Geetest);
})();
