export { checkAddress, isAddress } from './check-address';
export { checkRecipient } from './recipient';
export type { Chain } from './finding';
export { oneSpelling } from './spelling';
