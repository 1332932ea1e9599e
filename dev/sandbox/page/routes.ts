import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ROOT } from '../http/only-here';
import type { World } from '../world';
import { events } from './events';
import { faults } from './faults';
import { page, type Html, type Look, type Section } from './layout';
import { money } from './money';
import { requests } from './requests';

const id = z.coerce.number().optional().catch(undefined);
const querySchema = z.object({
	...{ request: id, delivery: id },
	ext_id: z.string().min(1).optional().catch(undefined),
});

type Content = (world: World, look: Look) => Html;

/** Adds the page that shows what happens in the sandbox. Its forms send control calls. */
export function addPage(app: FastifyInstance, world: World): void {
	const section = (path: string, name: Section, content: Content): void => {
		app.get(`${ROOT}${path}`, async (request, reply) => {
			const { protocol, headers, url, query } = request;
			const origin = `${protocol}://${headers.host ?? ''}`;
			const look = { origin, url, ...querySchema.parse(query) };
			const text = await page(name, look, content(world, look));
			return await reply.type('text/html; charset=utf-8').send(text);
		});
	};
	const file = (path: string, type: string, from: string): void => {
		const text = readFileSync(from, 'utf8');
		app.get(`${ROOT}${path}`, (_request, reply) => reply.type(type).send(text));
	};
	section('', 'Money', money);
	section('/requests', 'Requests', requests);
	section('/events', 'Events', events);
	section('/faults', 'Faults', faults);
	file('/page.css', 'text/css; charset=utf-8', join(__dirname, 'page.css'));
	file('/htmx.js', 'text/javascript', require.resolve('htmx.org/dist/htmx.min.js'));
	app.get('/', (_request, reply) => reply.redirect(ROOT));
}
