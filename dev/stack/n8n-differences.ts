/** In what the interface that the editor uses differs between the versions that `npm run test:versions` starts. */
export interface Differences {
	/** A run by hand takes the workflow from the request, not from the database. */
	takesWorkflow: boolean;
	/** Triggers go live after the answer, and a call tells when. Else they are live with the answer. */
	saysWhenPublished: boolean;
	/** A look at an execution that has only begun fails with status 500. */
	failsOnBegun: boolean;
}

/** @param version n8n's own, as in 2.41.1 */
export function differencesOf(version: string): Differences {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return {
		takesWorkflow: major < 2,
		saysWhenPublished: major > 2 || (major === 2 && minor > 20),
		failsOnBegun: major === 2 && minor <= 20,
	};
}
