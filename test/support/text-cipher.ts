import { createTextCipher } from '../../src/store/encryption.ts';

/** Of the bots that tests start. */
export const SIGNING_SECRET = 'signing-secret-for-tests';

/** As those bots have it. */
export const TEXT_CIPHER = createTextCipher(SIGNING_SECRET, null);
