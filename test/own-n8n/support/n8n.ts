import { packTarball } from '../../../dev/stack/package';
import { OwnN8n } from '../../support/n8n/own-n8n';

let started: Promise<OwnN8n> | undefined;

/** The n8n of this folder's tests, which kill it and start it again. */
export function ownN8n(): Promise<OwnN8n> {
	return (started ??= packTarball().then((tarball) => OwnN8n.start(tarball)));
}
