import type { ScreenTexts } from "./screen-texts";

export const FirstSteps = {
  title: ["開始使用", "Your first steps"],
  joined: ["已建立帳號", "Account created"],
  authenticator: ["綁定驗證器", "Link the authenticator"],
  deposit: ["完成儲值", "Make a deposit"],
  order: ["下第一筆訂單", "Place your first order"],
  "authenticator-done": ["已綁定驗證器", "Authenticator linked"],
  "deposit-done": ["已完成儲值", "Deposit made"],
  "order-done": ["已下第一筆訂單", "First order placed"],
  "authenticator-do": ["綁定驗證器", "Link the authenticator"],
  "deposit-do": ["前往儲值", "Make a deposit"],
  "order-do": ["挑選算力", "Choose computing power"],
  "state-done": ["已完成", "done"],
  "state-open": ["尚未完成", "not done yet"],
  "state-unknown": ["目前無法確認", "can’t check right now"],
  progress: ["已完成 {{done}}／{{all}}，下一步：", "{{done}} of {{all}} done. Next:"],
  next: ["下一步：", "Next:"],
} as const satisfies ScreenTexts;
