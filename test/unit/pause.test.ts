import { pause } from '../../partner-api';

const AN_HOUR = 3600;

test('a cancelled wait ends at once, and tells that the order exists', async () => {
	const cancel = new AbortController();
	const waiting = pause(AN_HOUR, cancel.signal, 'unknown');
	cancel.abort();
	await expect(waiting).rejects.toMatchObject({ code: 'cancelled', outcome: 'unknown' });
});

test('a wait of a run that is cancelled already does not begin', async () => {
	await expect(pause(AN_HOUR, AbortSignal.abort(), 'not_sent')).rejects.toMatchObject({
		code: 'cancelled',
	});
});
