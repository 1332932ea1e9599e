import { jsonOrUndefined } from '../../../partner-api/values/json';
import * as redact from '../../../partner-api/values/redact';

/** redactSecrets() of a value. It asserts that the value's JSON, parsed again, is redacted in the same way. */
export const redactSecrets: typeof redact.redactSecrets = (value, content) => {
	const text = JSON.stringify(value) as string | undefined;
	if (text !== undefined) {
		const [plain, parsed] = [jsonOrUndefined(text), jsonOrUndefined(text)];
		redact.noteParsed(parsed, text);
		expect(redact.redactSecrets(parsed, content)).toEqual(redact.redactSecrets(plain, content));
	}
	return redact.redactSecrets(value, content);
};
