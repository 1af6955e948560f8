import type { LegalTexts } from "./shape";

/** The legal texts in English. Only the server reads them (`legal.server.ts`): they are too long for a phone's script. */
export const legal_en_US: LegalTexts = {
  agreement: {
    title: "User agreement",
    dated: "2021-08-06 16:30:50",
    lead: "This agreement is between you and the provider of this platform (“we”). It covers your account and your use of this site. Please read all of it before you register. If you do not agree with any part of it, please do not register or use our services.",
    sections: {
      service: {
        heading: "1. What we provide",
        paragraphs: [
          "We sell cloud hashrate services. We do not buy or sell digital currency ourselves, and we do not trade it for you.",
          "Prices, purchase limits, cycles, service rates and settlement terms are those on the product's page when you buy.",
        ],
      },
      use: {
        heading: "2. What you can do here",
        paragraphs: ["Under the rules that we publish, you may:"],
        points: [
          "browse real-time prices and information;",
          "buy hashrate services;",
          "check the information of your member account;",
          "join the activities of this site.",
        ],
      },
      effect: {
        heading: "3. When this agreement takes effect",
        paragraphs: [
          "This agreement takes effect when you click “Agree and register” and complete your registration. From then on it binds you and us.",
        ],
      },
      account: {
        heading: "4. Your account and your details",
        paragraphs: [
          "Each person may register only one account.",
          "The details you register with must be legal, authentic, accurate and complete, and you must keep them up to date. You bear the consequences of details that are untrue or out of date.",
        ],
      },
      age: {
        heading: "5. Age",
        paragraphs: ["You must be 18 or older to register and to use this site. Nobody under 18 may use it."],
      },
      trading: {
        heading: "6. Transactions and liquidation",
        paragraphs: [
          "A transaction that has been executed cannot be revoked. Please check the product, the quantity and the amount before you pay.",
          "We may liquidate contracts under the rules of the platform, regardless of profit or loss.",
        ],
      },
      fees: {
        heading: "7. Fees",
        paragraphs: [
          "We may adjust the fees for top-ups, withdrawals and transactions, and we may end a free promotion period. The fees that apply are those shown when you act.",
        ],
      },
      risk: {
        heading: "8. Risk notice",
        paragraphs: [
          "Digital currency is a high-risk asset. Its price can rise or fall sharply within a short time. An expected profit ratio is an estimate, not a promise. Please commit only what you can afford to lose, and decide for yourself once you understand the risk.",
        ],
      },
      measures: {
        heading: "9. What we may do",
        paragraphs: ["To keep this site in order and to protect its users, we may:"],
        points: [
          "restrict, suspend or cancel accounts;",
          "delete content that breaks the rules, without notice;",
          "end all or part of our services;",
          "mediate disputes between users by our own judgment.",
        ],
      },
      notices: {
        heading: "10. How we notify you",
        paragraphs: [
          "We notify you by announcements on our pages, in-site mail, e-mail, phone calls, SMS or letters. Please make sure that the contact details you gave us work.",
        ],
      },
      changes: {
        heading: "11. Changes to this agreement",
        paragraphs: [
          "We may change these terms by posting the change in the Announcement Center (“Notices”). If you continue to use this site after that, you accept the change. If you do not accept it, please stop using the site.",
        ],
      },
      disputes: {
        heading: "12. Disputes",
        paragraphs: [
          "We and you first try to settle a dispute by negotiation. If that fails, it may be brought before a court where the provider is located, which includes the jurisdiction of Chinese courts.",
          "The privacy policy is governed by the law of the Cayman Islands. Each of the two documents applies as it is written. Rights that the law of your own place of residence grants you whatever a contract says are not affected.",
        ],
      },
    },
  },
  privacy: {
    title: "Privacy policy",
    lead: "This policy says what data we collect, why we need it, and what rights you have. By using this site you acknowledge it.",
    sections: {
      collected: {
        heading: "1. The data we collect",
        paragraphs: ["We collect:"],
        points: [
          "your e-mail address;",
          "your phone number;",
          "your password;",
          "your encrypted wallet address;",
          "log data: IP address, browser, pages visited, and the times of your visits.",
        ],
      },
      purpose: {
        heading: "2. What we use it for",
        paragraphs: [
          "We use this data to open and protect your account, to handle your orders and deposits, to complete the identity verification you ask for, to answer you, and to keep the site working safely.",
        ],
      },
      cookies: {
        heading: "3. Cookies",
        paragraphs: [
          "This site uses cookies. They remember your language, keep you signed in and hold a step that you have not finished yet. You can delete or block cookies in your browser, but without them you cannot sign in.",
        ],
      },
      marketing: {
        heading: "4. Promotional e-mails",
        paragraphs: [
          "We may send you promotional e-mails. You can unsubscribe from them at any time, and doing so does not affect our services to you.",
        ],
      },
      age: {
        heading: "5. Under 18",
        paragraphs: [
          "Nobody under 18 may use this site, and we do not knowingly collect their data. If you find that somebody under 18 has given us data, please contact us.",
        ],
      },
      eea: {
        heading: "6. Rights of residents of the EEA",
        paragraphs: ["If you live in the European Economic Area, you have the right to:"],
        points: [
          "ask what data we hold about you, and get a copy of it;",
          "have wrong data corrected;",
          "have your data deleted;",
          "restrict our processing of your data, or object to it;",
          "get your data in a portable format;",
          "withdraw your consent at any time;",
          "complain to the data protection authority where you live.",
        ],
      },
      risk: {
        heading: "7. Risk notice",
        paragraphs: [
          "Digital currency carries a high risk. Its price moves sharply, and you may lose everything you commit. Please weigh your finances and what you can bear.",
        ],
      },
      law: {
        heading: "8. Governing law",
        paragraphs: [
          "This policy is governed by the law of the Cayman Islands. The user agreement also mentions courts where the provider is located, Chinese courts included; each document applies as it is written.",
        ],
      },
      contact: {
        heading: "9. Contact",
        paragraphs: [
          "If you have a question about this policy, or want to use one of your rights, please write to us on the “Contact support” page or to the support e-mail address published on this site.",
        ],
      },
    },
  },
};
