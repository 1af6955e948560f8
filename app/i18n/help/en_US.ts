import type { HelpTexts } from "./shape";

/** The help in English. Only the server reads it (`help.server.ts`). It says what docs/behaviour says, and no more. */
export const help_en_US: HelpTexts = {
  groups: {
    product: "Products",
    payment: "Paying",
    deposit: "Deposits",
    orders: "Orders and earnings",
    identity: "Identity",
    account: "Signing in and security",
    trouble: "When something fails",
  },
  entries: {
    fees: {
      question: "What fees are there?",
      answer: [
        "You pay the quantity times the price per T, and nothing on top. The service fee is not added to it; the product’s page names its rate. Fees may be adjusted under the user agreement.",
      ],
    },
    settlement: {
      question: "What does T+n mean?",
      answer: ["When output is credited: T+0 the same day, T+1 the next day, T+2 two days later."],
    },
    ratio: {
      question: "What is the expected ratio?",
      answer: [
        "An estimate, not a promise. Where its period and meaning are stated, the estimator shows 100%, 50% and 0% of it.",
      ],
    },
    closed: {
      question: "Why can’t I buy a product?",
      answer: ["It is in pre-sale, ended or out of stock, or its price or status cannot be read right now."],
    },
    "to-pay": {
      question: "What do I need to pay?",
      answer: ["Enough balance in the product’s coin, and a code from your linked Google Authenticator."],
    },
    "unknown-outcome": {
      question: "What if a payment’s outcome is unknown?",
      answer: [
        "Do not buy again: you may have paid already. Reopen the page: it compares your orders and tells the outcome when it can. Nothing is sent again by itself. You can buy this product again after ten minutes.",
        "My orders is what counts. Still unsure? Contact support.",
      ],
    },
    charged: {
      question: "Was I charged for a refused payment?",
      answer: ["No. You may try again. Pressing twice pays once, and only the amount shown."],
    },
    undo: {
      question: "Can I cancel a payment?",
      answer: ["No. Check product, quantity and amount before you enter your code."],
    },
    memo: {
      question: "What is a memo (tag)?",
      answer: [
        "For coins whose customers share an address, it says which deposit is yours. Without the right one a deposit cannot be credited and may be lost. If a coin needs one and you see none, ask support before you send.",
      ],
    },
    network: {
      question: "Which network do I choose?",
      answer: ["The one that you send from. Deposits over another network, or of another coin, may be lost."],
    },
    "deposit-record": {
      question: "Where is my deposit?",
      answer: ["In the coin’s deposit record: unconfirmed, completed or exception."],
    },
    status: {
      question: "What do order statuses mean?",
      answer: [
        "Paid, pending mining, mining and ended are what the platform reports. The end date is the earliest: mining may begin later.",
      ],
    },
    earnings: {
      question: "Where are my earnings?",
      answer: ["In the app. This site shows neither earnings nor withdrawals."],
    },
    review: {
      question: "How long does the identity review take?",
      answer: [
        "Up to one working day. The account centre shows Not Verified, Under Certification or Verified. If it is not approved, you can submit again. A document verifies one account, and verified details cannot be changed.",
      ],
    },
    photos: {
      question: "Which photos do I need?",
      answer: [
        "Front, back, and you holding the document: JPG or PNG, up to 8\u00a0MB each, with all four corners and every word in focus.",
      ],
    },
    codes: {
      question: "What if no code arrives?",
      answer: [
        "Ask for another after 60\u00a0seconds. A code works only for the step it was sent for. If authenticator codes are refused, set your phone’s date and time to automatic.",
      ],
    },
    authenticator: {
      question: "What if I lose my authenticator?",
      answer: [
        "Enter the key you wrote down into one on another phone. No key? Contact support. We never ask for your key, a code or your password.",
      ],
    },
    password: {
      question: "I forgot my password",
      answer: ["Set a new one in the app."],
    },
    limit: {
      question: "Why have I reached a limit?",
      answer: ["Too many tries pause, so that nobody can guess a password or code. The message says how long."],
    },
    reference: {
      question: "What is the reference on an error page?",
      answer: ["It names your request. Quote it to support."],
    },
  },
};
