import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * Whether n8n goes on when this node throws. It then sends all input items on through the first output, which is Clear.
 * This is how its engine sees it, the setting of old workflows included.
 */
export function goesOnAfterError({ continueOnFail, onError }: INode): boolean {
	return (
		continueOnFail === true ||
		onError === 'continueRegularOutput' ||
		onError === 'continueErrorOutput'
	);
}

/** Keeps n8n from putting an empty item on the first output, which is Clear, when nothing is clear. */
export function sendNoEmptyItem(node: IExecuteFunctions): void {
	node.getExecuteData().node.alwaysOutputData = false;
}
