// An operator does the thirteen tasks in n8n's editor, knowing only what the panels show, in as many steps as README.md
// says. In a tool's panel, the model can't set a limit.
import './tasks/paying';
import './tasks/buying';
import './tasks/watching';
import './tasks/first-contact';
import './tasks/mistakes';
import './tasks/beliefs';
import './tasks/tool-panel';
// The last: n8n has two credentials then, and the editor chooses none by itself.
import './tasks/make-credential';
import { leaveSeat } from './support/seat';

afterAll(leaveSeat);
