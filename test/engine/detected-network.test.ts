/** Proves that a detected network is one like a chosen one: it is sent, it shares calls, and an address that tells none is refused. */
import { ETHEREUM } from '../support/addresses';
import { errorOf, outputs } from './support/run-node';
import { shown, useScreenings } from './support/screenings';

const screenings = useScreenings();

test('the network that the address tells is sent', async () => {
	const items = [{ address: screenings.fresh }, { address: ETHEREUM }];
	const run = screenings.run(items, { parameters: { network: 'auto' } });
	expect(await shown(run)).toMatchObject([
		{ network: 'tron_usdt', address: screenings.fresh },
		{ network: 'eth', address: ETHEREUM },
	]);
});

test('an item with the network chosen and one with it detected are one screening', async () => {
	const items = ['auto', 'tron_usdt'].map((network) => ({ network, address: screenings.fresh }));
	expect(await shown(screenings.run(items))).toHaveLength(2);
	expect(screenings.checks()).toHaveLength(1);
});

test('the automatic key is the same, detected or chosen', async () => {
	const run = async (network: string) => {
		const items = [{ network, address: screenings.fresh }];
		const [item] = await shown(screenings.run(items, { resumeSignature: 'again' }));
		return item?.ext_id;
	};
	expect(await run('auto')).toBe(await run('tron_usdt'));
});

test('an address that tells no network is refused before anything is sent', async () => {
	const run = await screenings.run([{ address: 'alice' }], { parameters: { network: 'auto' } });
	const { message, description } = errorOf(run);
	expect(message).toBe('Address: which network it is of cannot be told; choose Network');
	expect(description).toMatch(/^Not sent: nothing was spent\. Copy the address again/);
	expect(outputs(run)).toEqual([]);
	expect(screenings.sandbox.stats().requests).toEqual({});
});
