/** Whether `url` is https, or plain http on this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether `url` holds a user name or a password. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Whether a token or an assertion may be sent to `url`. */
export function mayCarrySecrets(url: URL): boolean {
  return isSecure(url) && !hasCredentials(url);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
