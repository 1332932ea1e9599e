// An operator does the twelve tasks in n8n's editor, knowing only what the panels show, in as many steps as README.md
// says. A tool's panel leaves no limit to the model.
import './tasks/paying';
import './tasks/buying';
import './tasks/watching';
import './tasks/first-contact';
import './tasks/mistakes';
import './tasks/tool-panel';
// The last: n8n has two credentials then, and the editor chooses none by itself.
import './tasks/make-credential';
import { leaveSeat } from './support/seat';

afterAll(leaveSeat);
