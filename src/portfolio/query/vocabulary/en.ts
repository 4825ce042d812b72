import type { Vocabulary } from './types.ts';

/** The English words of the query language. */
export const english: Vocabulary = {
  keys: {
    status: ['status', 'state'],
    decision: ['decision'],
    situation: ['situation', 'household'],
    property: ['property', 'product', 'listing', 'reference', 'ref'],
    applicant: ['applicant', 'candidate', 'tenant', 'name'],
    manager: ['manager', 'agent'],
    tag: ['tag', 'label'],
    category: ['category', 'type'],
    age: ['age'],
    stale: ['stale', 'idle', 'inactive', 'unchanged'],
    score: ['score', 'rating'],
    completion: ['completion', 'complete', 'completed'],
    rent: ['rent'],
    created: ['created', 'received'],
    updated: ['updated', 'changed', 'modified'],
    archived: ['archived'],
    sort: ['sort', 'order'],
  },
  choices: {
    status: {
      NEW: ['new'],
      OPEN: ['open', 'opened'],
      PROCESSING: ['processing', 'in-progress', 'in-process'],
      COLLECTED: ['collected', 'documents-collected', 'documents-received'],
      ANALYZED: ['analysed', 'analyzed', 'reviewed'],
      CLOSED: ['closed'],
    },
    decision: {
      PENDING: ['pending'],
      READY: ['ready', 'ready-to-decide'],
      ACCEPTED: ['approved', 'accepted'],
      REJECTED: ['declined', 'rejected', 'refused', 'denied'],
    },
    situation: {
      SINGLE: ['single', 'alone'],
      COUPLE: ['couple'],
      ROOMATES: ['roommates', 'roommate', 'flatmates', 'housemates'],
      SOLID_ROOMATES: ['solid-roommates', 'joint-roommates', 'jointly-liable'],
    },
    category: {
      house: ['house', 'houses'],
      apartment: ['apartment', 'apartments', 'flat', 'flats'],
      land: ['land', 'plot'],
      commercial: ['commercial', 'office', 'shop'],
      other: ['other'],
      prestige: ['prestige', 'luxury'],
    },
  },
  groups: [
    {
      key: 'decision',
      words: ['awaiting', 'awaiting-decision', 'waiting', 'undecided'],
      values: ['PENDING', 'READY'],
    },
    { key: 'decision', words: ['decided'], values: ['ACCEPTED', 'REJECTED'] },
  ],
  units: {
    h: ['h', 'hour', 'hours'],
    d: ['d', 'day', 'days'],
    bd: ['bd', 'wd', 'working-day', 'working-days', 'business-day', 'business-days'],
    w: ['w', 'week', 'weeks'],
    mo: ['mo', 'm', 'month', 'months'],
  },
  flags: { yes: ['yes', 'true'], no: ['no', 'false'] },
  sorts: {
    oldest: ['oldest', 'oldest-first'],
    newest: ['newest', 'newest-first', 'latest', 'recent'],
    score: ['score', 'rating'],
    completion: ['completion', 'complete', 'completed'],
    updated: ['updated', 'changed', 'modified'],
    waiting: ['waiting', 'awaiting', 'ready-first', 'ready'],
  },
};
