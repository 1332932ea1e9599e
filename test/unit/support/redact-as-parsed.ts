import { jsonOrUndefined } from '../../../partner-api/values/json';
import * as redact from '../../../partner-api/values/redact';

/** redactSecrets() of a value, which holds that the same is redacted in what was parsed from the value's JSON. */
export const redactSecrets: typeof redact.redactSecrets = (value, content) => {
	const text = JSON.stringify(value) as string | undefined;
	if (text !== undefined) {
		const [plain, parsed] = [jsonOrUndefined(text), jsonOrUndefined(text)];
		redact.noteParsed(parsed, text);
		expect(redact.redactSecrets(parsed, content)).toEqual(redact.redactSecrets(plain, content));
	}
	return redact.redactSecrets(value, content);
};
