import type { WireTag } from '../files-api/schema.ts';
import { mailbox } from './names.ts';
import type { Random } from './random.ts';

/** The one tenant of the service whose files the service account may read. */
export const TENANT = 'agence-bellecour';

/** The first two are at home in the playground's Slack workspace, too. */
const PEOPLE = [
  'Claire Fontaine',
  'Oliver Marsh',
  'Sophie Garnier',
  'Julien Lefèvre',
  'Awa Diop',
  'Mathieu Roussel',
  'Élise Chevallier',
] as const;

/** Managers of the properties in `examples.ts`; the first is the workspace's admin. */
const EXAMPLE_PEOPLE = ['Hannah Brooks', 'Anna Costa'] as const;

/** Managers are known to the service by their address at the agency. */
export const MANAGERS = PEOPLE.map(address);
export const EXAMPLE_MANAGERS = EXAMPLE_PEOPLE.map(address);

const TAGS = [
  'urgent',
  'visite faite',
  'à relancer',
  'pièces manquantes',
  'coup de cœur',
  'mutation professionnelle',
  'garant à l’étranger',
] as const;

/** One manager of the property, sometimes two. */
export function someManagers(random: Random): readonly string[] {
  const first = random.between(0, MANAGERS.length - 1);
  return MANAGERS.slice(first, first + (random.chance(0.2) ? 2 : 1));
}

/** None for most files, one or two for the others. */
export function someTags(random: Random): readonly WireTag[] {
  if (random.chance(0.6)) return [];
  const names = new Set([random.pick(TAGS), random.pick(TAGS)]);
  return [...names].map((name) => ({ tenant: TENANT, name }));
}

function address(name: string): string {
  return `${mailbox(name)}@${TENANT}.example`;
}
