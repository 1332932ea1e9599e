/**
 * @param answer of a call of N8nApi
 * @returns undefined where n8n answers with this status
 * @throws any other failure
 */
export async function unless<Answer>(
	status: number,
	answer: Promise<Answer>,
): Promise<Answer | undefined> {
	return answer.catch((error: unknown) => {
		if (error instanceof Error && error.message.includes(`: ${String(status)} `)) return undefined;
		throw error;
	});
}
