/** The two parameters with which an operator sets the idempotency key. */
export const EXT_ID_MODE = { parameter: 'extIdMode', displayName: 'Idempotency Key (ext_id)' };
export const EXT_ID = { parameter: 'extId', displayName: 'Custom Key (ext_id)' };
