import type { HelpTexts } from "./shape";

/** The help in English. Only the server reads it (`help.server.ts`). It says what docs/behaviour says, and no more. */
export const help_en_US: HelpTexts = {
  groups: {
    product: "Products",
    payment: "Paying",
    deposit: "Deposits",
    orders: "Orders and earnings",
    identity: "Identity verification",
    account: "Signing in and security",
    trouble: "When something fails",
  },
  entries: {
    fees: {
      question: "What fees are there?",
      answer: [
        "You pay the quantity times the price per T, and nothing on top of it. The payment is shown before you confirm it.",
        "The service fee is not added to your payment. Each product’s page names its rate, and what it is taken from where that is stated. By the user agreement fees may be adjusted.",
      ],
    },
    settlement: {
      question: "What does T+n mean?",
      answer: [
        "It says when an output is credited: T+0 the same day, T+1 the next day, T+2 two days later. The page of each product names its own.",
        "The platform decides when mining begins. My orders shows the status of your order.",
      ],
    },
    ratio: {
      question: "What does the expected ratio say?",
      answer: [
        "It is an estimate, and no promise. Its period (the whole cycle, or a year) is shown beside it where it is stated.",
        "Where its period and meaning are stated, the estimator shows three cases: 100%, 50% and 0% of what is expected; otherwise it shows costs only.",
      ],
    },
    closed: {
      question: "Why can’t I buy a product?",
      answer: [
        "It is still in pre-sale, its sale has ended, it is out of stock, or the platform has not sent its price or status in a form that can be read. Its page shows the status, and that it cannot be bought now.",
        "The quantity must be between the limits that the page names, and go up in its steps.",
      ],
    },
    "to-pay": {
      question: "What do I need in order to pay?",
      answer: [
        "A balance that covers the payment in the coin the product is paid in, Google Authenticator linked to your account, and the six digits that it shows now.",
        "If your balance is too small the page says how much is missing, and leads to the deposit and back.",
      ],
    },
    "unknown-outcome": {
      question: "What if the outcome of my payment is unknown?",
      answer: [
        "Your payment request was sent, but no clear answer came back. Please do not buy again: you may have paid already.",
        "Each time you open it, the page compares your orders with those from before, and tells the outcome when it can. Nothing is sent again by itself. For ten minutes this product cannot be bought again.",
        "My orders is the record that counts. If you are still unsure, contact support.",
      ],
    },
    charged: {
      question: "Was I charged when a payment was refused?",
      answer: [
        "No. When the platform refuses a payment, or it could not be reached at all, the page says that nothing was charged, and you may try again.",
        "Pressing the button twice pays once: each confirmation can be paid a single time, and only for the amount that was shown.",
      ],
    },
    undo: {
      question: "Can I cancel a payment?",
      answer: [
        "No. A payment cannot be undone. Please check product, quantity and amount on the confirmation before you enter your code.",
      ],
    },
    memo: {
      question: "What is a memo (tag), and do I need one?",
      answer: [
        "For some coins many customers share one deposit address; the memo says which deposit is yours. Where a coin needs one, the page says so before it shows the address, and shows the memo with a button to copy it.",
        "Without the memo, or with a wrong one, a deposit cannot be credited and may be lost. If the page shows no memo although the coin needs one, ask support before you send anything.",
      ],
    },
    network: {
      question: "Which network do I choose for a deposit?",
      answer: [
        "The one that you send from. A deposit over another network, or of another coin, may be lost.",
        "A network whose deposits are suspended can be seen but not chosen. If it is not known what holds for a coin, no address is shown.",
      ],
    },
    "deposit-record": {
      question: "Where do I see my deposit?",
      answer: [
        "In the deposit record of its coin, which My assets leads to: unconfirmed, completed or exception. Where the platform says how many confirmations are needed, the page with the address shows them.",
      ],
    },
    status: {
      question: "What does the status of an order mean?",
      answer: [
        "Paid, pending mining, mining, ended: it is what the platform says of the order now. It does not say when mining began.",
        "The end that the page of an order shows is worked out from the time of the order and the days of its cycle, and is the earliest: mining may begin later.",
      ],
    },
    earnings: {
      question: "Where do I see and withdraw my earnings?",
      answer: ["In the app. This site shows your orders and balances, but neither earnings nor withdrawals."],
    },
    review: {
      question: "How long does the review of my identity take?",
      answer: [
        "Up to one working day. Your account centre shows Not Verified, Under Certification or Verified.",
        "If it was not approved, the reason is shown where the platform gives one, and you can hand in your details and photos again.",
        "Each document can verify one account only, and verified details cannot be changed.",
      ],
    },
    photos: {
      question: "What photos do I need?",
      answer: [
        "Three photos: the front, the back, and you holding the document. Each is a JPG or PNG of up to 8\u00a0MB, with all four corners and every word in focus.",
      ],
    },
    codes: {
      question: "What if no code arrives?",
      answer: [
        "You can ask for another code 60\u00a0seconds after the last one; the page says when. A code works only for the step that it was asked for.",
        "Codes of Google Authenticator are made on your phone. If they keep being refused, set date and time of the phone to automatic.",
      ],
    },
    authenticator: {
      question: "What if I lose the phone with my authenticator?",
      answer: [
        "The key that you wrote down when you linked it brings your codes back in an authenticator on another phone. Without that key, contact support.",
        "Nobody from us ever asks for your key, a code or your password.",
      ],
    },
    password: {
      question: "I have forgotten my password.",
      answer: ["You can set a new one in the app."],
    },
    limit: {
      question: "Why does it say that I have reached a limit?",
      answer: [
        "Too many tries in a short time are paused, so that nobody can guess a password or a code. The message says when the pause ends.",
      ],
    },
    reference: {
      question: "What is the reference on an error page?",
      answer: ["It names your request. Please quote it when you contact support."],
    },
  },
};
