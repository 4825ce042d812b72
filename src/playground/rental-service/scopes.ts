/** What the holder of a token may do. */
export interface Granted {
  /** Ids of the projects that the token is good for; the service looks for its own. */
  readonly projects: readonly string[];
}

/**
 * What a scope parameter asks for, or `null` when one of the three scopes of section 5.2
 * is missing.
 *
 * Any project's id is granted: the authorization server cannot know what is behind it, and the
 * service refuses a token of another project later. Unknown scopes are left out unsaid.
 */
export function granted(scope: string, idp: string): Granted | null {
  const asked = new Set(scope.split(' '));
  const hasRoles = asked.has(`urn:${idp}:iam:org:projects:roles`);
  const hasOwner = asked.has(`urn:${idp}:iam:user:resourceowner`);
  const before = `urn:${idp}:iam:org:project:id:`;
  const projects = [...asked]
    .filter((name) => name.startsWith(before) && name.endsWith(':aud'))
    .map((name) => name.slice(before.length, -':aud'.length))
    .filter((id) => id !== '');
  return hasRoles && hasOwner && projects.length > 0 ? { projects } : null;
}
