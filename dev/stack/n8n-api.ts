import { z } from 'zod';
import {
	type CredentialTestResult,
	type Execution,
	type ExecutionRow,
	type NewCredential,
	type Owner,
	type StoredCredential,
	type StoredWorkflow,
	type TypeDescription,
	type Workflow,
	affectedSchema,
	credentialSchema,
	credentialTestSchema,
	descriptionsSchema,
	executionListSchema,
	executionRowSchema,
	executionSchema,
	invitationsSchema,
	migrationReportSchema,
	publicationSchema,
	settingsSchema,
	storedWorkflowSchema,
	versionSchema,
} from './n8n-api-schemas';
import { n8nVersion } from './n8n-install';
import { waitUntil } from './wait-until';

/** n8n closes a connection that is idle for 5 s, and on a busy machine a request can meet that moment. */
export const FRESH_CONNECTION = { connection: 'close' };

/** Far above what any call takes. A call without a response then fails with its own name, before its test times out. */
const CALL_TIMEOUT_MS = 150_000;

const UNFINISHED = new Set(['new', 'running', 'waiting']);

type Schema<Output> = z.ZodType<Output, z.ZodTypeDef, unknown>;

const envelopeSchema = z.object({ data: z.unknown() });

/** How the editor's interface differs between the versions that `npm run test:versions` starts. */
interface Differences {
	/** A manual run takes the workflow from the request, not from the database. */
	takesWorkflow: boolean;
	/** Triggers go live after the response, and another call says when. Otherwise they are live with the response. */
	saysWhenPublished: boolean;
	/** Reading an execution that has only begun fails with status 500. */
	failsOnBegun: boolean;
}

/** n8n's REST interface, used as the editor uses it. @throws Error from every method, with n8n's own message */
export class N8nApi {
	private cookie = '';
	private differences?: Promise<Differences>;

	constructor(readonly url: string) {}

	/** Sets up the owner if n8n has none yet, and signs in. */
	async signIn(owner: Owner): Promise<void> {
		const { userManagement } = await this.data(settingsSchema, 'GET', '/rest/settings');
		if (userManagement.showSetupOnFirstLoad) await this.setUpOwner(owner);
		else await this.logIn(owner);
	}

	/** Sets up the owner of a new n8n and signs in. */
	async setUpOwner(owner: Owner): Promise<void> {
		const names = { firstName: 'Local', lastName: 'Owner' };
		await this.send('POST', '/rest/owner/setup', { ...owner, ...names });
	}

	/** Adds a user with an empty project, who sees nothing of the owner's. */
	async addMember({ email, password }: Owner): Promise<void> {
		const wanted = [{ email, role: 'global:member' }];
		const [invited] = await this.data(invitationsSchema, 'POST', '/rest/invitations', wanted);
		const token = new URL(invited?.user.inviteAcceptUrl ?? '').searchParams.get('token');
		const names = { firstName: 'Local', lastName: 'Member' };
		const accepted = { token, password, ...names };
		await new N8nApi(this.url).send('POST', '/rest/invitations/accept', accepted);
	}

	/** Signs somebody in. */
	async logIn({ email, password }: Owner): Promise<void> {
		await this.send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** n8n's version, such as 2.41.1. */
	async version(): Promise<string> {
		return (await this.data(versionSchema, 'GET', '/rest/settings')).versionCli;
	}

	/** n8n's migration report for a version such as v3: for each issue, the workflow's ID and what will change. */
	async migrationIssues(version: string): Promise<{ id: string; title: string }[]> {
		const path = '/rest/breaking-changes/report';
		const again = `${path}/refresh?version=${version}`;
		const { report } = await this.data(migrationReportSchema, 'POST', again);
		const rules = report.workflowResults.map(({ ruleId }) => `${path}/${ruleId}`);
		const found = rules.map((rule) => this.data(affectedSchema, 'GET', rule));
		const affected = (await Promise.all(found)).flatMap((one) => one.affectedWorkflows);
		return affected.flatMap(({ id, issues }) => issues.map(({ title }) => ({ id, title })));
	}

	async nodeTypes(): Promise<TypeDescription[]> {
		return descriptionsSchema.parse(await this.send('GET', '/types/nodes.json'));
	}

	async credentialTypes(): Promise<TypeDescription[]> {
		return descriptionsSchema.parse(await this.send('GET', '/types/credentials.json'));
	}

	async listCredentials(): Promise<StoredCredential[]> {
		return this.data(z.array(credentialSchema), 'GET', '/rest/credentials');
	}

	async createCredential(credential: NewCredential): Promise<StoredCredential> {
		return this.data(credentialSchema, 'POST', '/rest/credentials', credential);
	}

	async updateCredential(id: string, credential: NewCredential): Promise<StoredCredential> {
		return this.data(credentialSchema, 'PATCH', `/rest/credentials/${id}`, credential);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.send('DELETE', `/rest/credentials/${id}`);
	}

	/** Runs the test of the credential dialog, with the stored data or other data. */
	async testCredential(
		{ id, name, type }: StoredCredential,
		data: Record<string, unknown>,
	): Promise<CredentialTestResult> {
		const credentials = { id, name, type, data };
		return this.data(credentialTestSchema, 'POST', '/rest/credentials/test', { credentials });
	}

	async listWorkflows(): Promise<StoredWorkflow[]> {
		return this.data(z.array(storedWorkflowSchema), 'GET', '/rest/workflows');
	}

	async importWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		const inactive = { ...workflow, active: false };
		return this.data(storedWorkflowSchema, 'POST', '/rest/workflows', inactive);
	}

	async updateWorkflow(id: string, workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData } = workflow;
		const changes = { name, nodes, connections, settings, pinData };
		return this.data(storedWorkflowSchema, 'PATCH', `/rest/workflows/${id}`, changes);
	}

	/** Publishes the workflow and waits until its triggers are live: webhooks answer from then on. */
	async activate({ id, versionId, name }: StoredWorkflow): Promise<void> {
		await this.send('POST', `/rest/workflows/${id}/activate`, { versionId });
		if (!(await this.differ()).saysWhenPublished) return;
		const published = async (): Promise<true | undefined> => {
			const path = `/rest/workflows/${id}/publication-status`;
			const { status, triggers } = await this.data(publicationSchema, 'GET', path);
			if (status === 'published') return true;
			if (status === 'in_progress' || status === 'not_published') return undefined;
			const reasons = triggers.map((trigger) => trigger.errorMessage ?? trigger.status);
			throw new Error(`The workflow "${name}" could not be activated: ${reasons.join('; ')}`);
		};
		await waitUntil(`the activation of "${name}"`, published);
	}

	/** Removes a workflow, published or not. n8n unpublishes it first and responds with 409 until then. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.send('POST', `/rest/workflows/${id}/archive`, {});
		const remove = () => this.data(z.unknown(), 'DELETE', `/rest/workflows/${id}`);
		await waitUntil(`the removal of workflow ${id}`, () =>
			unless(
				409,
				remove().then(() => true),
			),
		);
	}

	/** Runs a workflow manually from this trigger, which has pinned data. @returns the execution's ID */
	async run(workflowId: string, trigger: string): Promise<string> {
		const answer = z.object({ executionId: z.string() });
		return (await this.runFrom(answer, workflowId, trigger)).executionId;
	}

	/** Does what the editor's "Listen for test event" does. */
	async listenForTest(workflowId: string, trigger: string): Promise<void> {
		await this.runFrom(z.object({ waitingForWebhook: z.literal(true) }), workflowId, trigger);
	}

	/** The newest executions of a workflow, without their data. n8n's paging is not reliable. */
	async listExecutions(workflowId: string, limit = 100, status?: string): Promise<ExecutionRow[]> {
		const { results } = await this.executions(workflowId, limit, status);
		// n8n queries the running ones first. One that ends meanwhile is also among the others.
		return [...new Map(results.map((row) => [row.id, row])).values()];
	}

	/** How many executions a workflow has, of this status or of any. */
	async countExecutions(workflowId: string, status?: string): Promise<number> {
		return (await this.executions(workflowId, 1, status)).count;
	}

	async getExecution(id: string): Promise<Execution> {
		return this.data(executionSchema, 'GET', `/rest/executions/${id}`);
	}

	/** Does what the editor's stop button does. */
	async stopExecution(id: string): Promise<void> {
		await this.send('POST', `/rest/executions/${id}/stop`);
	}

	/** Retries an execution as the editor does, with the workflow as it was. @returns the new execution's ID */
	async retryExecution(id: string): Promise<string> {
		const answer = z.object({ id: z.string() });
		const path = `/rest/executions/${id}/retry`;
		return (await this.data(answer, 'POST', path, { loadWorkflow: false })).id;
	}

	async deleteExecutions(ids: string[]): Promise<void> {
		await this.send('POST', '/rest/executions/delete', { ids });
	}

	/** The execution once it has ended, successfully or not. */
	async finishedExecution(id: string, timeoutMs = 120_000): Promise<Execution> {
		const finished = async (): Promise<Execution | undefined> => {
			// Until an execution has ended, n8n's stored data for it is not usable.
			const look = this.data(executionRowSchema, 'GET', `/rest/executions/${id}`);
			const row = await ((await this.differ()).failsOnBegun ? unless(500, look) : look);
			return !row || UNFINISHED.has(row.status) ? undefined : await this.getExecution(id);
		};
		return waitUntil(`execution ${id}`, finished, { timeoutMs });
	}

	private async executions(workflowId: string, limit: number, status?: string) {
		const wanted = { workflowId, ...(status !== undefined && { status: [status] }) };
		const filter = JSON.stringify(wanted);
		const query = new URLSearchParams({ filter, limit: String(limit) });
		return this.data(executionListSchema, 'GET', `/rest/executions?${query.toString()}`);
	}

	private async runFrom<Output>(answer: Schema<Output>, id: string, trigger: string) {
		const stored = `/rest/workflows/${id}`;
		const { takesWorkflow } = await this.differ();
		return this.data(answer, 'POST', `${stored}/run`, {
			triggerToStartFrom: { name: trigger },
			...(takesWorkflow && { workflowData: await this.data(z.unknown(), 'GET', stored) }),
		});
	}

	private differ(): Promise<Differences> {
		return (this.differences ??= n8nVersion().then(differencesOf));
	}

	private async data<Output>(
		schema: Schema<Output>,
		method: string,
		path: string,
		body?: unknown,
	): Promise<Output> {
		return schema.parse(envelopeSchema.parse(await this.send(method, path, body)).data);
	}

	private async send(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(this.url + path, {
			method,
			headers: { ...FRESH_CONNECTION, 'content-type': 'application/json', cookie: this.cookie },
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
		}).catch((error: unknown) => {
			throw new Error(`n8n: ${method} ${path}: ${String(error)}`);
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n: ${method} ${path}: ${response.status} ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	}
}

/** @param version n8n's own, as in 2.41.1 */
function differencesOf(version: string): Differences {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return {
		takesWorkflow: major < 2,
		saysWhenPublished: major > 2 || (major === 2 && minor > 20),
		failsOnBegun: major === 2 && minor <= 20,
	};
}

/**
 * @param answer of a call of N8nApi
 * @returns undefined if n8n responds with this status
 * @throws any other failure
 */
async function unless<Answer>(
	status: number,
	answer: Promise<Answer>,
): Promise<Answer | undefined> {
	return answer.catch((error: unknown) => {
		if (error instanceof Error && error.message.includes(`: ${String(status)} `)) return undefined;
		throw error;
	});
}
