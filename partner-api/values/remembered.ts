/** Remembers the result of `make` for an object, which must not change, for as long as the object exists. */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
	const known = new WeakMap<Of, { made: Made }>();
	return (of) => {
		const entry = known.get(of) ?? { made: make(of) };
		known.set(of, entry);
		return entry.made;
	};
}
