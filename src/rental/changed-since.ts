/**
 * The first page of what changed since an instant, where the service lists that by a parameter.
 *
 * @param parameter its name, for example `updated_at__gte`; its value is a date-time in UTC
 * @see Rental File Service specification, section 4.2: query parameters are not shown
 */
export function changedSince(firstPage: URL, parameter: string, epochMs: number): URL {
  const url = new URL(firstPage);
  url.searchParams.set(parameter, new Date(epochMs).toISOString());
  return url;
}
