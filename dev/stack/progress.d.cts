/**
 * Prints progress. A terminal shows one line that is redrawn: the step, how long it has taken and how much is done.
 * Elsewhere, each step is a line, and a long step adds a line every half minute.
 *
 * @returns takes the next step. A line that begins with a blank says how much of the step is done. An empty line ends
 *   the last step.
 */
export function progressPrinter(stream?: NodeJS.WriteStream): (line: string) => void;
