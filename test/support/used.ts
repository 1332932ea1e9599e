/**
 * Something that the tests of a file share: begun before the first of them and ended after the last.
 *
 * @param each whether every test gets one of its own
 * @returns the current one, once a test runs
 */
export function used<T extends object>(
	begin: () => T | Promise<T>,
	end?: (one: T) => unknown,
	each = false,
): T {
	let current: T | undefined;
	const [before, after] = each ? [beforeEach, afterEach] : [beforeAll, afterAll];
	before(async () => {
		current = await begin();
	});
	after(async () => {
		if (current) await end?.(current);
		current = undefined;
	});
	return new Proxy({} as T, {
		get: (_, name) => {
			if (!current) throw new Error('It is there only while a test runs');
			const value: unknown = Reflect.get(current, name);
			return typeof value === 'function' ? (value.bind(current) as unknown) : value;
		},
	});
}
