/** Where an answer may tell of the error of an order that failed (section 6.4). */
export const ERROR_NOTICE =
	'An error that the answer holds comes out as failure.error, because n8n takes an error at the top of an item for a failure of this node.';
