import { addressFromLabel } from '../../dev/sandbox/addresses';
import { outcomeAddress } from '../../dev/sandbox/magic';

/** Clear addresses: they are valid, on no list of sanctions, and belong to nobody. */
export const TRON = outcomeAddress('tron_usdt', 'clear');
export const OTHER_TRON = addressFromLabel('tron_usdt', 'another address');
export const ETHEREUM = outcomeAddress('eth', 'clear');
