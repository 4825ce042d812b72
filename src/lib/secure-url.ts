/**
 * Whether a token or an assertion may travel to `url`: over https, or over plain http to this very
 * machine, and never with a user name or a password in the address.
 */
export function mayCarrySecrets({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
