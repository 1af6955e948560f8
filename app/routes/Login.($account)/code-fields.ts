/** The field of each second step's code (behaviour 12.1). */
export const CODE_FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
