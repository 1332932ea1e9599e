/** Remembers what `make` gives for an object, which must not change, for as long as that is held. */
export function remembered<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
	const known = new WeakMap<Of, { made: Made }>();
	return (of) => {
		const entry = known.get(of) ?? { made: make(of) };
		known.set(of, entry);
		return entry.made;
	};
}
