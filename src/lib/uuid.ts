const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `text` is a UUID, in any case and of any version (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
