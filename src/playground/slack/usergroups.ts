import { PEOPLE } from './people.ts';

export interface UserGroup {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly members: readonly string[];
}

/** The user groups of the workspace. */
export const USER_GROUPS = {
  leasing: {
    id: 'S0LEASING01',
    name: 'Leasing',
    handle: 'leasing-team',
    members: [PEOPLE.claire, PEOPLE.oliver],
  },
  admins: { id: 'S0ADMINS001', name: 'Admins', handle: 'admins', members: [PEOPLE.hannah] },
} as const satisfies Readonly<Record<string, UserGroup>>;
