/** Slack's own, and its own for governments: answers go to hosts below them. */
const OF_SLACK = ['slack.com', 'slack-gov.com'];

/**
 * The response URL of a request, if it is Slack's: answers hold what only Slack may have. Any other
 * is as if there were none, and whoever asked is answered in the direct message.
 *
 * @param apiUrl base of the Web API: a workspace for tests takes its answers where its API is
 */
export function replyAddress(url: string | undefined, apiUrl: string): string | undefined {
  const address = URL.parse(url ?? '');
  if (address === null || address.username !== '' || address.password !== '') return undefined;
  const isOfSlack =
    address.protocol === 'https:' &&
    address.port === '' &&
    OF_SLACK.some((domain) => address.hostname.endsWith(`.${domain}`));
  return isOfSlack || address.origin === URL.parse(apiUrl)?.origin ? url : undefined;
}
