export const Code = {
  send: ["取得驗證碼", "Send a code"],
  sendAgain: ["重新取得驗證碼", "Send a new code"],
  sendIn: ["{{seconds}}\u00a0秒後可取得驗證碼", "Send a code in {{seconds}}\u00a0s"],
  sendAgainIn: ["{{seconds}}\u00a0秒後可重新取得", "Send a new code in {{seconds}}\u00a0s"],
  sendHint: ["沒有收到？可在此取得。", "No code? Get one here."],
  otherStep: [
    "這個步驟尚未傳送驗證碼，先前的不適用。",
    "No code has been sent for this step yet. Earlier codes won’t work here.",
  ],
  from: ["{{time}} 後可取得驗證碼。", "You can get a code after {{time}}."],
  resendAt: ["沒有收到？{{time}} 後可重新取得。", "No code? Try again after {{time}}."],
  notSent: [
    "驗證碼沒有送出，請再按一次「取得驗證碼」。",
    "We couldn’t send the code. Press “Send a code” to try again.",
  ],
  maybeSent: [
    "驗證碼可能已送出。重新取得前，請先查看是否收到。",
    "The code may be on its way. Check for it before you ask for another.",
  ],
} as const;
