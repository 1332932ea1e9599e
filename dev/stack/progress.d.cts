/**
 * Says what is being done. On a terminal, one line moves: the step, how long it has taken and how much of it is done. Elsewhere a
 * step is a line, and a long one says every half minute that it goes on.
 *
 * @returns takes the next step, or how much of it is done in a line that begins with a blank; an empty line ends the last step
 */
export function progressPrinter(stream?: NodeJS.WriteStream): (line: string) => void;
