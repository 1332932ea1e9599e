/** Names that hold a secret in a card's record, beside those that hold one anywhere (section 4.9). */
export const CARD_SECRETS = ['number', 'pin'];

/** Names that hold a secret in a gift card's record (section 4.9). */
export const GIFT_SECRETS = ['code', 'pin', 'serial', 'voucher'];

/** Where an answer may be the record of anything. */
export const RECORD_SECRETS = [...new Set([...CARD_SECRETS, ...GIFT_SECRETS])];
