const UPPER = new Set(['id', 'url', 'iccid', 'kyt', 'usdt']);

function words(name: string): string[] {
	return name.replace(/[<>]/g, '').split('_');
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An API name as an n8n parameter: `to_address` is `toAddress`. */
export function camelCase(name: string): string {
	return words(name)
		.map((word, index) => (index === 0 ? word : capital(word)))
		.join('');
}

/** An API name as a label: `offer_id` is `Offer ID`. */
export function titleCase(name: string): string {
	return words(name)
		.map((word) => (UPPER.has(word) ? word.toUpperCase() : capital(word)))
		.join(' ');
}
