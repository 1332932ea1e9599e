/** The two parameters with which an operator sets the idempotency key. */
export const EXT_ID_MODE = { parameter: 'extIdMode', displayName: 'Idempotency Key (ext_id)' };
export const EXT_ID = { parameter: 'extId', displayName: 'Custom Key (ext_id)' };

/** The first n8n whose run has a signature, from which a key is derived that survives a crash. */
export const AUTOMATIC_SINCE = '2.14';
