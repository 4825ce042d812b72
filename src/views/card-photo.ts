/** @see https://docs.slack.dev/reference/block-kit/blocks/image-block */
const URL_LENGTH_MAX = 3_000;

/** Hosts of one machine or one network: Slack could not fetch from there, and should not try. */
const INWARD = /^(?:localhost|[\d.]+|\[.*\]|[^.]+)$|\.(?:local|localhost|internal|lan|home|test)$/i;

/**
 * The address of a photo that everybody may fetch; `null` for a path of the service, which is
 * nobody's business outside it, and for what is no address.
 *
 * @see Rental File Service specification, section 2.7
 */
export function publicPhoto(path: string | null): string | null {
  if (path === null || !/^https:\/\//i.test(path) || path.length > URL_LENGTH_MAX) return null;
  const url = URL.parse(path);
  if (url === null || url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || INWARD.test(url.hostname)) return null;
  return url.href.length <= URL_LENGTH_MAX ? url.href : null;
}
