import type { Person } from '../page-protocol.ts';
import { APP, PARTNER_TEAM, SLACKBOT_ID, TEAM } from './team.ts';

/** Somebody in the workspace, as Slack knows them. */
export interface Member {
  readonly id: string;
  readonly teamId: string;
  readonly handle: string;
  readonly name: string;
  readonly role: string;
  readonly title: string;
  readonly locale: string;
  readonly zone: string;
  /** Bots have none. */
  readonly email?: string;
  readonly isDeleted?: boolean;
  readonly isBot?: boolean;
  readonly isAdmin?: boolean;
  readonly isRestricted?: boolean;
  readonly isUltraRestricted?: boolean;
}

/** The ids of the people whose part can be played, and of those who only appear. */
export const PEOPLE = {
  claire: 'U0CLAIRE001',
  hannah: 'U0HANNAH001',
  oliver: 'U0OLIVER001',
  nadia: 'U0NADIA0001',
  tom: 'U0TOM000001',
  luc: 'U0LUC000001',
  emma: 'U0EMMA00001',
  calendarBot: 'U0CALENDAR1',
} as const;

const paris = { teamId: TEAM.id, zone: 'Europe/Paris' };

/** Fields of a member that can change while the workspace runs. */
export type MemberChange = Partial<
  Pick<
    Member,
    | 'email'
    | 'isAdmin'
    | 'isDeleted'
    | 'isRestricted'
    | 'isUltraRestricted'
    | 'locale'
    | 'name'
    | 'title'
    | 'zone'
  >
>;

/**
 * Everybody in the workspace; all names and addresses are invented. The page starts as the first
 * one, who reads English.
 */
export function seededPeople(appName: string): Member[] {
  return [
    {
      ...paris,
      id: PEOPLE.hannah,
      handle: 'hannah',
      name: 'Hannah Brooks',
      email: mailAt(TEAM, 'hannah.brooks'),
      role: 'admin',
      title: 'Office manager',
      locale: 'en-US',
      isAdmin: true,
    },
    {
      ...paris,
      id: PEOPLE.claire,
      handle: 'claire',
      name: 'Claire Fontaine',
      email: mailAt(TEAM, 'claire.fontaine'),
      role: 'leasing manager',
      title: 'Responsable location',
      locale: 'fr-FR',
    },
    {
      ...paris,
      id: PEOPLE.oliver,
      handle: 'oliver',
      name: 'Oliver Marsh',
      email: mailAt(TEAM, 'oliver.marsh'),
      role: 'member',
      title: 'Letting agent',
      locale: 'en-GB',
      zone: 'Europe/London',
    },
    {
      ...paris,
      id: PEOPLE.nadia,
      handle: 'nadia',
      name: 'Nadia Berger',
      email: mailAt(TEAM, 'nadia.berger'),
      role: 'guest in several channels',
      title: 'Assurance loyers',
      locale: 'fr-FR',
      isRestricted: true,
    },
    {
      ...paris,
      id: PEOPLE.tom,
      handle: 'tom',
      name: 'Tom Keller',
      email: mailAt(TEAM, 'tom.keller'),
      role: 'guest in one channel',
      title: 'Photographe',
      locale: 'fr-FR',
      isRestricted: true,
      isUltraRestricted: true,
    },
    {
      ...paris,
      id: PEOPLE.luc,
      handle: 'luc',
      name: 'Luc Moreau',
      email: mailAt(TEAM, 'luc.moreau'),
      role: 'deactivated',
      title: 'Ancien gestionnaire',
      locale: 'fr-FR',
      isDeleted: true,
    },
    {
      id: PEOPLE.emma,
      teamId: PARTNER_TEAM.id,
      handle: 'emma.wright',
      name: 'Emma Wright',
      email: mailAt(PARTNER_TEAM, 'emma.wright'),
      role: 'other workspace',
      title: 'Partner manager',
      locale: 'en-GB',
      zone: 'Europe/London',
    },
    {
      ...paris,
      id: PEOPLE.calendarBot,
      handle: 'calendar',
      name: 'Calendar',
      role: 'bot',
      title: '',
      locale: 'en-US',
      isBot: true,
    },
    {
      ...paris,
      id: APP.userId,
      handle: appName.toLowerCase().replaceAll(/\W+/g, '_'),
      name: appName,
      role: 'app',
      title: '',
      locale: 'en-US',
      isBot: true,
    },
    {
      ...paris,
      id: SLACKBOT_ID,
      handle: 'slackbot',
      name: 'Slackbot',
      role: 'Slack itself',
      title: '',
      locale: 'en-US',
    },
  ];
}

/** A person as the page shows them; Slackbot cannot be acted as. */
export function shownPerson(member: Member): Person {
  const { id, name, role, locale, zone, isBot = false } = member;
  const membership = membershipOf(member);
  return {
    id,
    name,
    role,
    locale,
    zone,
    isBot: isBot || id === SLACKBOT_ID,
    ...(membership === null ? {} : { membership }),
  };
}

function membershipOf(member: Member): NonNullable<Person['membership']> | null {
  if (member.isDeleted) return 'deactivated';
  if (member.teamId !== TEAM.id) return 'external';
  return member.isRestricted || member.isUltraRestricted ? 'guest' : null;
}

function mailAt({ domain }: { readonly domain: string }, mailbox: string): string {
  return `${mailbox}@${domain}.example`;
}
