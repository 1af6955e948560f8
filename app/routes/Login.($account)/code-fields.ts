export const CODE_FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
