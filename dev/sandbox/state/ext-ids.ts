/** Section 1, rule 8: an ext_id is unique per partner, whatever it is used for. */
export class ExtIds {
	private readonly kinds = new Map<string, string>();

	kindOf(partnerId: number, extId: string): string | undefined {
		return this.kinds.get(`${partnerId}:${extId}`);
	}

	claim(partnerId: number, extId: string, kind: string): void {
		this.kinds.set(`${partnerId}:${extId}`, kind);
	}
}
