import { z } from 'zod';

const codedSchema = z.object({ code: z.string() });

/** The code of a system error (`ESRCH`, `EPERM`). Not by instanceof: jest has several Errors. */
export function errorCode(error: unknown): string | undefined {
	const coded = codedSchema.safeParse(error);
	return coded.success ? coded.data.code : undefined;
}
