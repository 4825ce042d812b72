import { createPrivateKey, type KeyObject } from 'node:crypto';

/** A key that signs, or a sentence that says why there is none and how to mend it. */
export type ReadKey = { readonly key: KeyObject } | { readonly problem: string };

/** RFC 7518, section 3.3: smaller keys must not sign RS256. */
const KEY_BITS_MIN = 2048;

const BEGINNING = /-----BEGIN ([A-Z0-9 ]+)-----/;

const LINE_CHARACTERS = /.{1,64}/g;

/**
 * Reads an RSA private key from PEM, PKCS#1 or PKCS#8, mending what settings and clipboards do to
 * it: line ends written as `\n`, turned into spaces or lost, carriage returns, a byte order mark.
 *
 * @see RFC 7468, section 2, for the text; RFC 8017, appendix A.1.2, and RFC 5958 for the keys
 */
export function readPrivateKey(text: string): ReadKey {
  const mended = text.replace(/(?<!\\)\\+[rn]/g, '\n');
  const beginning = BEGINNING.exec(mended);
  if (!beginning) return { problem: NO_PEM };
  const [head, label = ''] = beginning;
  const start = beginning.index + head.length;
  const end = mended.indexOf(`-----END ${label}-----`, start);
  if (end < 0) return { problem: CUT };
  const inside = mended.slice(start, end);
  const problem = problemOfKind(label, inside);
  if (problem !== null) return { problem };
  const lines = inside.replace(/\s+/g, '').match(LINE_CHARACTERS) ?? [];
  return keyOf([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'));
}

const NO_PEM =
  'The private key is not PEM text: its first line must say BEGIN RSA PRIVATE KEY or BEGIN PRIVATE KEY, between dashes. Download the key file anew.';
const CUT = 'The private key is cut: its last line is missing. Download the key file anew.';
const DAMAGED =
  'The private key is damaged and cannot be read: some of its characters are missing or changed. Download the key file anew.';
const NOT_RSA = 'The private key is not an RSA key. Create a JSON key for the service account.';

function problemOfKind(label: string, inside: string): string | null {
  if (label.endsWith('PUBLIC KEY') || label === 'CERTIFICATE') {
    return 'The key is a public one: the service account signs with its private key. Use the key file as it was downloaded.';
  }
  if (label === 'ENCRYPTED PRIVATE KEY' || inside.includes('Proc-Type:')) {
    return 'The private key is protected by a passphrase. Use the key file as it was downloaded, or remove the passphrase.';
  }
  if (label !== 'RSA PRIVATE KEY' && label !== 'PRIVATE KEY') return NOT_RSA;
  return null;
}

function keyOf(pem: string): ReadKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return { problem: DAMAGED };
  }
  if (key.asymmetricKeyType !== 'rsa') return { problem: NOT_RSA };
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < KEY_BITS_MIN) {
    return {
      problem: `The private key has ${bits} bits: at least ${KEY_BITS_MIN} are needed. Create a new key for the service account.`,
    };
  }
  return { key };
}
