import { createPrivateKey, type KeyObject } from 'node:crypto';

import { CompactSign } from 'jose';
import { z } from 'zod';

import type { RentalService } from '../../../src/playground/rental-service/service.ts';
import { PaginatedResponse } from './specification.ts';

/** An operator with a key file, who does by hand what section 5.3 of the specification says. */

export const NOW_MS = Date.parse('2026-11-21T09:00:00Z');
export const NOW_S = NOW_MS / 1_000;

/** What a person who runs the service is told of it. */
export type Told = Pick<RentalService, 'authUrl' | 'filesUrl' | 'idp' | 'projectId' | 'keyFile'>;

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The claims and header that the authorization server takes. */
export function goodClaims({ keyFile, authUrl }: Told) {
  const { userId } = keyFile;
  return { iss: userId, sub: userId, aud: authUrl, iat: NOW_S, exp: NOW_S + 300 };
}

export function goodHeader({ keyFile }: Told) {
  return { alg: 'RS256', kid: keyFile.keyId };
}

interface Header {
  readonly alg: string;
  readonly kid?: string | undefined;
}

/** A JWT signed with the key of the key file, or with another one; what is undefined is left out. */
export async function signed(
  service: Told,
  claims: Readonly<Record<string, unknown>> = goodClaims(service),
  { alg, kid }: Header = goodHeader(service),
  key: KeyObject | CryptoKey = createPrivateKey(service.keyFile.key),
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(kid === undefined ? { alg } : { alg, kid })
    .sign(key);
}

export function goodScope({ idp, projectId }: Told): string {
  return [
    `urn:${idp}:iam:org:projects:roles`,
    `urn:${idp}:iam:user:resourceowner`,
    `urn:${idp}:iam:org:project:id:${projectId}:aud`,
  ].join(' ');
}

/** The three form parameters of section 4.1. */
export function form(service: Told, assertion: string): Record<string, string> {
  return { grant_type: JWT_BEARER, assertion, scope: goodScope(service) };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function postToken(
  service: Told,
  parameters: ConstructorParameters<typeof URLSearchParams>[0],
): Promise<Answer> {
  const body = new URLSearchParams(parameters);
  return answerOf(await fetch(`${service.authUrl}/oauth/v2/token`, { method: 'POST', body }));
}

export async function answerOf(response: Response): Promise<Answer> {
  const body = z.record(z.string(), z.unknown()).parse(await response.json());
  return { status: response.status, headers: response.headers, body };
}

/** A token of whoever asks rightly. */
export async function token(service: Told): Promise<string> {
  const { body } = await postToken(service, form(service, await signed(service)));
  return String(body['access_token']);
}

export async function get(url: string, bearer?: string, method = 'GET'): Promise<Response> {
  const headers: Record<string, string> = {};
  if (bearer !== undefined) headers['Authorization'] = `Bearer ${bearer}`;
  return fetch(url, { headers, method });
}

/** Reads one page and holds it against the specification. */
export async function page(url: string, bearer: string): Promise<PaginatedResponse> {
  return PaginatedResponse.parse(await (await get(url, bearer)).json());
}

/** Follows `next` from a page to the end. */
export async function walk(url: string, bearer: string): Promise<readonly PaginatedResponse[]> {
  const pages: PaginatedResponse[] = [];
  for (let next: string | null = url; next !== null; next = pages.at(-1)?.next ?? null) {
    pages.push(await page(next, bearer));
  }
  return pages;
}

/** The list with another query than the first page's. */
export function list({ filesUrl }: Told, query: string): string {
  return `${filesUrl.split('?')[0]}?${query}`;
}
