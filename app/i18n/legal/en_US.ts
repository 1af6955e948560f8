import type { LegalTexts } from "./shape";

/** The legal texts in English. Only the server reads them (`legal.server.ts`): they are too long for a script. */
export const legal_en_US: LegalTexts = {
  agreement: {
    title: "User agreement",
    description:
      "The user agreement of this site: our services, your account, transactions, fees, risk, notices and disputes.",
    version: "1.1",
    dated: "2021-08-06 16:30:50",
    lead: "This agreement is between you and the provider of this platform (“we”). It says what you and we may do and must do when you use your account and this site. Please read all of it before you register. If you do not agree with any part of it, please do not register or use our services.",
    sections: {
      service: {
        heading: "1. What we provide",
        paragraphs: [
          "We sell cloud hashrate services. We do not buy or sell digital currency ourselves.",
          "Prices, purchase limits, cycles, service rates and settlement terms are those shown on the product’s page when you buy.",
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
          "This agreement takes effect when you click “Agree to Register” and complete your registration. From then on it binds you and us.",
        ],
      },
      account: {
        heading: "4. Your account and your details",
        paragraphs: [
          "Each person may register only one account.",
          "The details you register with must be legal, authentic, accurate and complete, and you must keep them up to date.",
        ],
      },
      age: {
        heading: "5. Age",
        paragraphs: ["You must be 18 or older to register and to use this site. Nobody under 18 may use it."],
      },
      trading: {
        heading: "6. Transactions and liquidation",
        paragraphs: [
          "Once a transaction has been executed, it cannot be revoked. Please check the product, the quantity and the amount before you pay.",
          "We may liquidate contracts under the rules of the platform, regardless of profit or loss.",
        ],
      },
      fees: {
        heading: "7. Fees and promotions",
        paragraphs: [
          "We may adjust the fees for top-ups, withdrawals and transactions, and we may end a free promotion period.",
        ],
      },
      risk: {
        heading: "8. Risk notice",
        paragraphs: [
          "Digital currency is a high-risk asset. Its price can rise or fall sharply within a short time. An expected profit ratio is an estimate, not a promise. Please put in only what you can afford to lose, and decide for yourself once you understand the risk.",
        ],
      },
      measures: {
        heading: "9. What we may do",
        paragraphs: ["To keep this site in order and to protect everybody who uses it, we may:"],
        points: [
          "restrict, suspend or cancel accounts;",
          "delete content that breaks the rules, without notice;",
          "end all or part of our services;",
          "mediate disputes by our own judgment.",
        ],
      },
      notices: {
        heading: "10. How we notify you",
        paragraphs: [
          "We notify you by announcements on our pages, in-site mail, email, phone calls, SMS or letters. Please make sure that we can reach you by the contact details you gave us.",
        ],
      },
      changes: {
        heading: "11. Changes to this agreement",
        paragraphs: [
          "We may change these terms by posting the change in the Announcement Center (the “Notices” page of this site).",
          "If you continue to use this site after that, you accept the change. If you do not accept it, please stop using the site.",
        ],
      },
      disputes: {
        heading: "12. Disputes and courts",
        paragraphs: [
          "You and we first try to settle a dispute by negotiation. If that fails, it goes to a court where the provider is located, which includes the jurisdiction of Chinese courts.",
          "The privacy policy is governed by the law of the Cayman Islands. Each of the two documents applies as it is written. Nothing in them takes away rights that the law where you live gives you whatever a contract says.",
        ],
      },
    },
  },
  privacy: {
    title: "Privacy policy",
    description:
      "The privacy policy of this site: what data we collect, what for, which cookies we set, and what rights you have.",
    version: "1.5",
    lead: "This policy says what data we collect, what we use it for, and what rights you have. By using this site you acknowledge it.",
    sections: {
      collected: {
        heading: "1. The data we collect",
        paragraphs: ["We collect:"],
        points: [
          "your email address;",
          "your phone number;",
          "your password;",
          "your encrypted wallet address;",
          "log data: IP address, browser, pages visited, and the times of your visits.",
        ],
      },
      further: {
        heading: "2. Data that some features need",
        paragraphs: ["We collect the following only if you use the feature:"],
        points: [
          "identity verification: your name, country or region, the kind and number of your document, and photos of its front, its back and you holding it;",
          "contacting us: your name, phone number, email address, social account and question;",
          "signing in, registering, buying and other steps that concern your account: features of your browser and device (screen resolution, time zone, language, operating system, fonts and plug-ins), which are sent with these steps, and with what your later pages ask of the platform, and help to spot misuse. A copy stays in your browser’s tab and is deleted when you close it; another is in our server’s memory while you are signed in, and is deleted when you sign out or your sign-in ends.",
          "pages with scripts: one page in ten reports how quickly it appeared and answered, and whether it jumped: three numbers, which page, and the kind of device. Nothing about you goes with it, and only counts are kept.",
        ],
      },
      purpose: {
        heading: "3. What we use it for",
        paragraphs: [
          "We use this data to open and protect your account, to handle your orders and deposits, to complete the identity verification you ask for, to answer your questions by email, phone or the social media account you leave, to send you promotional emails, and to keep the site working safely.",
        ],
      },
      cookies: {
        heading: "4. Cookies",
        paragraphs: [
          "A cookie is a small piece of data that a site keeps in your browser. This site uses cookies to do its work, never for advertising, and does not follow you to other sites.",
          "You can delete or block cookies in your browser, but without them you cannot sign in. When the platform asks for a security check, the third party that provides the check may set cookies of its own.",
          "These are the cookies that this site sets (over https the names of utoken, flow, flash and receipt begin with __Host-, so that no other site can set them):",
        ],
        terms: [
          {
            name: "utoken",
            text: "Keeps you signed in. Encrypted, kept for 7 days, deleted when you sign out.",
          },
          { name: "ulan", text: "Remembers your language. Kept for 1 year." },
          {
            name: "scripts",
            text: "Remembers that scripts failed in this browser, or that you asked for them, so that pages come as they work here. Kept for 1 day at most.",
          },
          {
            name: "flow",
            text: "Remembers steps you have not finished, such as signing in, registering, buying or verifying your identity. Encrypted, kept for 15 minutes.",
          },
          {
            name: "flash",
            text: "Carries a message such as “You are signed in” to the next page. Deleted once shown, kept for 5 minutes at most.",
          },
          { name: "assets", text: "Remembers what you hide on the page of your assets. Kept for 1 year." },
          {
            name: "steps",
            text: "Remembers (as a digest) which account has done its first steps, so that they are shown no more. Kept for 1 year.",
          },
          { name: "read", text: "Remembers which notices you have read in this browser. Kept for 1 year." },
          {
            name: "saved",
            text: "Remembers which products you have saved in this browser. Kept for 1 year, deleted when none is left.",
          },
          {
            name: "compare",
            text: "Remembers which products you have chosen to compare. Kept for 7 days, deleted when none is left.",
          },
          { name: "receipt", text: "After a purchase, lets us check and show its result. Kept for 1 hour." },
          {
            name: "styles",
            text: "Remembers that this browser has the files with the look of the pages, so that they need not be sent again. Kept for 1 year.",
          },
          {
            name: "seen",
            text: "A first visit from a computer may be sent to the main site; this remembers that you have been here. Deleted when you close your browser.",
          },
        ],
      },
      kept: {
        heading: "5. What this site keeps of your account",
        paragraphs: [
          "Besides what the platform keeps, this site itself keeps the following of your account: without passwords, codes and IP addresses, under a fingerprint of your account rather than its name. Sign-ins and your anti-phishing code are encrypted as well.",
          "You can see these records under “Account security”, and delete all of them at any time.",
        ],
        points: [
          "sign-ins: when, and from what kind of device (such as an Android phone), at most 20, for 30 days;",
          "your anti-phishing code, if you set one, for 3 years or until you remove it;",
          "the numbers and product names of what you ordered here, at most 200, for 3 years;",
          "when you say that you have sent a deposit: fingerprints of what your deposit record held then, and amount and status of what came after, for 24 hours;",
          "details of your identity that were not sent yet: name, country or region, kind and number of the document, and the names that the platform gave to photos it received (never a photo), encrypted; until they are sent, you sign out, or a day has passed since the last entry;",
          "what keeps a payment from being made twice, for 1 day; marks of a sign-out, for 7 days; counts of tries, for 1 hour at most. They are deleted automatically.",
        ],
      },
      marketing: {
        heading: "6. Promotional emails",
        paragraphs: ["We may send you promotional emails. You can unsubscribe from them at any time."],
      },
      age: {
        heading: "7. Under 18",
        paragraphs: [
          "Nobody under 18 may use this site. If you find that somebody under 18 has given us data, please contact us.",
        ],
      },
      eea: {
        heading: "8. Rights of residents of the EEA",
        paragraphs: ["If you live in the European Economic Area (EEA), you have the right to:"],
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
        heading: "9. Risk notice",
        paragraphs: [
          "Digital currency carries a high risk. Its price moves sharply, and you may lose everything you put in. Please consider your finances and how much loss you can bear.",
        ],
      },
      law: {
        heading: "10. Governing law",
        paragraphs: [
          "This policy is governed by the law of the Cayman Islands. The user agreement also mentions courts where the provider is located, Chinese courts included; each document applies as it is written.",
        ],
      },
      contact: {
        heading: "11. Contact",
        paragraphs: [
          "If you have a question about this policy, or want to use one of your rights, please write to us on the “Contact us” page or to the support email address published on this site.",
        ],
      },
    },
  },
};
