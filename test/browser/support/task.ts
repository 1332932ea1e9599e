import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DialectName } from '../../../dev/sandbox/dialects';
import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { Operator } from './operator';
import { seat, type Seat, SOON } from './seat';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';

const FOLDER = path.resolve(__dirname, '..');
const SCREENSHOTS = path.join(FOLDER, 'screenshots');

interface Task {
	/** The balance of the partner's account, in USDT. */
	balance?: string;
	/** The items that the workflow starts from; without any, the operator begins with an empty workflow. */
	items?: Record<string, unknown>[];
	/** The dialect of the task's own sandbox. Without it, the task uses the seat's sandbox. */
	dialect?: DialectName;
}

export interface AtWork {
	operator: Operator;
	seat: Seat;
	/** The sandbox that the credential leads to. */
	sandbox: Sandbox;
	/** The partner whose credential the nodes have. */
	partner: PartnerCredentials;
	/** Begins a part of the task with its own row in README.md. The steps so far belong to the row above. */
	nextPart: (row: string) => Promise<void>;
	/** The partner's orders in the sandbox. */
	ordersOfPartner: () => Sandbox['state']['orders'];
}

/**
 * One of the operator's tasks. It ends with a picture, also when it fails, and takes exactly the steps that README.md says.
 */
export function task(
	name: string,
	{ balance = '1000.00', items, dialect }: Task,
	work: (at: AtWork) => Promise<void>,
): void {
	test(name, async () => {
		const taken = await seat();
		const own = dialect && (await startSandbox({ ...SOON, dialect }));
		const sandbox = own ?? taken.sandbox;
		const partner = await taken.newPartner(balance, sandbox);
		const pictures = path.join(SCREENSHOTS, name.toLowerCase().replace(/\W+/g, '-'));
		const operator = new Operator(taken.editor.page, pictures);
		let row = name;
		const endPart = async (): Promise<void> => {
			expect(operator.takeSteps()).toEqual(await stepsInTable(row));
		};
		try {
			await operator.open(await taken.newWorkflow(name, items));
			await work({
				operator,
				seat: taken,
				sandbox,
				partner,
				nextPart: async (next) => {
					await endPart();
					row = next;
				},
				ordersOfPartner: () =>
					sandbox.state.orders.filter(({ partnerId }) => String(partnerId) === partner.partnerId),
			});
			await operator.look();
		} catch (cause) {
			const shown = (await operator.page.innerText('body').catch(String)).slice(0, 3_000);
			const calls = JSON.stringify(sandbox.state.requests.slice(-9), ['at', 'path', 'status']);
			// Neither of the two may hide why the task failed. What it left open must not fail the next task.
			await operator.look().catch(String);
			await operator.page.goto('about:blank').catch(String);
			throw new Error(`${String(cause)}\nCalls: ${calls}\nThe page shows:\n${shown}`, { cause });
		} finally {
			await own?.close();
		}
		await endPart();
	});
}

/** The last two numbers in the row of a task: clicks and fields, as they are now. */
async function stepsInTable(name: string): Promise<{ clicks: number; fields: number }> {
	const table = await readFile(path.join(FOLDER, 'README.md'), 'utf8');
	const row = table.split('\n').find((line) => line.startsWith(`| ${name} `));
	const [clicks, fields] = row?.match(/\d+/g)?.slice(-2).map(Number) ?? [];
	if (clicks === undefined || fields === undefined) throw new Error(`README.md has no row ${name}`);
	return { clicks, fields };
}

/** An item that asks for a payout. */
export function payoutItem(invoice: string): Record<string, unknown> {
	return { invoice, amount: '25.00', wallet: outcomeAddress('tron_usdt', 'clear') };
}

/** Finds the withdrawal in the node creator, adds it after a node and fills it from the item. */
export async function addPayout(operator: Operator, before = START): Promise<void> {
	await operator.addBehind(before, 'payout', 'Withdraw USDT (payout)');
	await operator.map('amount', 'Amount (USDT)');
	await operator.map('wallet', 'To Address');
}
