export { checkAddress } from './check-address';
export type { Chain } from './finding';
export { oneSpelling } from './spelling';
