import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { alert } from '../../src/commands/alert/index.ts';
import type { Command } from '../../src/commands/command.ts';
import { FormError } from '../../src/commands/errors.ts';
import { homeOf } from '../../src/commands/home.ts';
import { list } from '../../src/commands/list.ts';
import { matchCommand } from '../../src/commands/router.ts';
import { show } from '../../src/commands/show/index.ts';
import { drop, handOver, snooze, take, watch } from '../../src/commands/triage/file.ts';
import { several, unsnooze, unwatch } from '../../src/commands/triage/several.ts';
import { untilIn } from '../../src/commands/until.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createTriage, type Triage } from '../../src/triage/triage.ts';
import { handedView } from '../../src/views/files/triage.ts';
import type { Answer } from '../../src/views/message.ts';
import { runSql } from '../store/run-sql.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { buttonsOf, menuOf, pressOf } from '../support/desk.ts';
import { expectGood, hostile } from '../support/hostile.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';
import { beforeEachTriage } from '../support/triage.ts';
import { answersOf, callOver, messageOf } from './call.ts';
import { digestDeskOver } from './digest-desk.ts';

const FILES = [
  rentalFile({ id: 'open', status: 'OPEN', product: { title: 'Loft', reference: 'MO-0149' } }),
  rentalFile({ id: 'decided', decision: 'ACCEPTED', product: { reference: 'LY-0342' } }),
];
const OPEN = entryOf(rentalFile({ id: 'open', status: 'OPEN' }));
const HANNAH = 'U0HANNAH01';

let store: DigestStore;
let triage: Triage;
beforeEachTriage((opened) => {
  ({ store, triage } = opened);
});

async function fileNow(id: string) {
  return FILES.find((file) => file.id === id) ?? null;
}

function asked(language: Language = 'en', over: Parameters<typeof callOver>[1] = {}) {
  return callOver(() => pagesOf(FILES), {
    language,
    ...over,
    call: { triage, fileNow, ...over.call },
  });
}

function submitted(command: Command, ...given: Parameters<NonNullable<Command['submit']>>) {
  if (!command.submit) throw new Error('the command has no form');
  return command.submit(...given);
}

test('a file that is named is watched, or snoozed, no longer', async () => {
  await triage.watch(OPEN.id, asked().person.userId);
  await triage.snooze(OPEN, HANNAH, null);
  expect(triage.state()?.isSnoozed(OPEN, Date.now())).toBe(true);
  const unwatched = await messageOf(unwatch.run('MO-0149', asked()));
  expect(unwatched.text).toContain('Off your watch list');
  expect(buttonsOf(unwatched).concat(menuOf(unwatched))).toContain('Watch');
  await messageOf(unsnooze.run('MO-0149', asked()));
  expect(triage.state()?.isSnoozed(OPEN, Date.now())).toBe(false);
});

test('a file that is taken shows so on its card and its row, and can be given back', async () => {
  const card = await messageOf(take.run('MO-0149', asked()));
  expectGood(card);
  expect(card.text).toContain('Taken by you since');
  expect(menuOf(card)).toEqual(['Refresh', 'Share', 'Give back', 'Hand to…', 'Snooze…']);

  const mine = await messageOf(take.run('', asked()));
  expectGood(mine);
  expect(mine.text).toContain('1 rental file · Taken by you');
  expect(mine.text).toContain('taken by you');
  expect(menuOf(mine)).not.toContain('Share');

  const given = await messageOf(drop.runAction(pressOf(card, 'Give back').args, asked()));
  expect(given.text).toContain('Given back');
  expect(menuOf(given)).toContain('Take');
  expect((await messageOf(take.run('', asked('fr')))).text).toContain(
    'Vous n’avez pris aucun dossier.',
  );
});

test('who comes second is told so, sees who has it, and may take it over', async () => {
  await triage.take('open', HANNAH);
  const card = await messageOf(take.run('MO-0149', asked()));
  expectGood(card);
  expect(card.text).toContain('Someone else already has this file.');
  expect(JSON.stringify(card.blocks)).toContain(`{"type":"user","user_id":"${HANNAH}"}`);

  const row = await messageOf(list.run('taken:nobody,@U0HANNAH01 MO-0149', asked()));
  expect(JSON.stringify(row.blocks)).toContain(`taken by <@${HANNAH}>`);

  const over = await messageOf(take.runAction(pressOf(card, 'Take over').args, asked()));
  expect(over.text).toContain('Taken by you since');
  // The same button again: by now another person has it.
  await triage.take('open', 'U0PAUL0001', 'U0CLAIRE001');
  const late = await messageOf(take.runAction(pressOf(card, 'Take over').args, asked()));
  expect(late.text).toContain('Someone else already has this file.');
});

test.each([
  ['decided', { decision: 'ACCEPTED' }, 'This file is decided or archived'],
  ['archived', { archived_at: '2026-11-21T08:00:00Z' }, 'This file is decided or archived'],
  ['gone', null, 'no longer'],
])(
  'a file that is %s since the last snapshot is neither taken nor watched',
  async (_, now, says) => {
    const file = now === null ? null : rentalFile({ id: 'open', status: 'OPEN', ...now });
    const since = asked('en', { call: { fileNow: async () => file } });
    for (const act of [take, watch]) {
      const card = await messageOf(act.runAction({ id: 'open' }, since));
      expectGood(card);
      expect(card.text).toContain(says);
      expect(card.text).not.toContain('Taken by you');
    }
    expect(triage.state()?.takerOf('open')).toBeNull();
    expect(triage.state()?.watchersOf('open').size).toBe(0);

    const form = { until: '2026-11-25' };
    const card = await messageOf(submitted(snooze, { id: 'open' }, form, since));
    expect(card.text).toContain(says);
    expect(triage.state()?.isSnoozed(OPEN, since.now())).toBe(false);
  },
);

test('while the service is away, a file is taken as it was last read', async () => {
  const away = asked('en', { call: { fileNow: async () => Promise.reject(serviceDown()) } });
  const card = await messageOf(take.run('MO-0149', away));
  expect(card.text).toContain('Taken by you');
});

test('where everybody reads, nobody is named, and there is nothing to press', async () => {
  await triage.take('open', HANNAH);
  const everybody = { place: { audience: 'channel' as const } };
  const row = await messageOf(list.run('MO-0149', asked('en', everybody)));
  const card = await messageOf(show.run('MO-0149', asked('en', everybody)));
  for (const message of [row, card]) {
    expectGood(message);
    expect(JSON.stringify(message)).not.toContain(HANNAH);
    expect(message.text.toLowerCase()).toContain('taken');
  }
  expect(menuOf(card)).not.toContain('Take over');
});

test('a file is handed to a colleague who is there, and only by the one who has it', async () => {
  await triage.take('open', 'U0CLAIRE001');
  const card = await messageOf(show.run('MO-0149', asked()));
  const [form] = await answersOf(take.runAction(pressOf(card, 'Hand to…').args, asked()));
  if (form?.kind !== 'form') throw new Error('no form was opened');
  expect(JSON.stringify(form.blocks)).toContain('"type":"users_select"');
  const handTo = (filled: { readonly to?: string | string[] }, call = asked()) =>
    messageOf(submitted(take, form.action.args, filled, call));
  const refused = async (...given: Parameters<typeof handTo>) =>
    handTo(...given).catch((error: unknown) => (error instanceof FormError ? error.fields : error));

  expect(await refused({})).toEqual({ to: 'Choose one person.' });
  const gone = { ...asked().channels, ownerState: async () => 'gone' as const };
  expect(await refused({ to: HANNAH }, asked('en', { call: { channels: gone } }))).toEqual({
    to: 'Choose a full member of the workspace: guests, apps and people who have left cannot take files.',
  });
  expect(await refused({ to: 'U0CLAIRE001' })).toEqual({ to: 'That is you. Choose a colleague.' });
  expect(triage.state()?.takerOf('open')).toBe('U0CLAIRE001');
  const answers = await answersOf(submitted(take, form.action.args, { to: HANNAH }, asked('fr')));
  const [direct, shown] = answers;
  if (direct?.kind !== 'direct' || shown?.kind !== 'message') throw new Error('nobody is told');
  expect(direct.to).toBe(HANNAH);
  // Nobody has sent it here.
  expect(shown.text).toContain('n’a pas pu être prévenue');
  for (const [locale, says] of [
    ['en-GB', '<@U0CLAIRE001> handed you a rental file: Loft (MO-0149)\n'],
    ['fr-CA', '<@U0CLAIRE001> vous a confié un dossier de location\u00a0: Loft (MO-0149)\n'],
    [null, 'vous a confié'],
  ] as const) {
    const told = direct.messageFor(locale);
    expectGood(told);
    expect(told.text).toContain(says);
    expect(pressOf(told, locale === 'en-GB' ? 'Open file' : 'Ouvrir le dossier')).toEqual({
      command: 'show',
      args: { id: 'open' },
      opens: 'modal',
    });
  }
  expect(triage.state()?.takerOf('open')).toBe(HANNAH);
  // Nothing says which file, and no later process tells of it again.
  expect(direct.key).toMatch(/^[\w-]{43}$/);
  expect(await runSql(store, 'select handed_by from rental_desk.taken_files')).toEqual([
    { handed_by: null },
  ]);
  // A second form, as after two presses.
  const again = await answersOf(submitted(take, form.action.args, { to: HANNAH }, asked()));
  expect(again.map(({ kind }) => kind)).toEqual(['message']);
  expect((await handTo({ to: HANNAH })).text).toContain(
    'They already have this file, so no message was sent now.',
  );
  expect((await handTo({ to: ['U0PAUL0001'] })).text).toContain(
    'Someone else already has this file',
  );
});

const nothing = () => {};

test('a message about a handed file that is left to another process is neither sent nor given up here', async () => {
  await triage.take('open', 'U0CLAIRE001');
  const takers: unknown[] = [];
  const slow = createTriage({
    now: () => Date.now(),
    store: store.triage,
    onFailure: () => {},
    startGuard() {
      takers.push(slow.state()?.takerOf('open'));
      return nothing;
    },
  });
  await slow.catchUp();
  const args = { id: 'open', hand: 1 };
  const answers: Answer[] = [];
  for await (const answer of submitted(
    take,
    args,
    { to: HANNAH },
    asked('en', { call: { triage: slow } }),
  )) {
    if (answer.kind === 'direct') answer.onOutcome('left');
    answers.push(answer);
  }
  // It is measured from before the file is taken, as others may follow from then on.
  expect(takers).toEqual(['U0CLAIRE001']);
  expect(answers).toMatchObject([
    { kind: 'direct', check: nothing },
    { kind: 'message', text: expect.stringContaining('A direct message tells them so') },
  ]);
  expect(await runSql(store, 'select handed_by from rental_desk.taken_files')).toEqual([
    { handed_by: 'U0CLAIRE001' },
  ]);
});

test('whatever a property is called, the message about its file does no harm', () => {
  const called = fc.record({ title: fc.option(hostile), reference: fc.option(hostile) });
  fc.assert(
    fc.property(
      fc.option(called),
      fc.constantFrom('en' as const, 'fr' as const),
      (property, language) => {
        const open = { command: 'show', args: { id: 'open' } };
        expectGood(handedView({ by: HANNAH, property, open }, wordsIn(language)));
      },
    ),
  );
});

test.each([
  ['en', 'It was taken in your name.', /now taken|counts as taken/],
  ['fr', 'Il a été pris en charge à votre nom.', /maintenant pris/],
] as const)(
  'the message of a handed file stays true when it is given back (%s)',
  (language, said, untrue) => {
    const open = { command: 'show', args: { id: 'open' } };
    const { text, blocks } = handedView({ by: HANNAH, property: null, open }, wordsIn(language));
    for (const shown of [text, JSON.stringify(blocks)]) {
      expect(shown).toContain(said);
      expect(shown).not.toMatch(untrue);
    }
  },
);

test('a decided file can neither be taken nor snoozed', async () => {
  for (const command of [take, watch, snooze]) {
    expect((await messageOf(command.run('LY-0342', asked()))).text).toContain(
      'nothing is left to do',
    );
  }
  expect(triage.state()?.takers()).toEqual(new Set());
});

test('a watch list is kept in either language', async () => {
  expect((await messageOf(watch.run('MO-0149', asked('fr')))).text).toContain('dossiers suivis');
  for (const text of ['', 'list', 'liste']) {
    const listed = await messageOf(watch.run(text, asked('fr')));
    expectGood(listed);
    expect(listed.text).toContain('1 dossier de location · Suivi par vous');
  }
  const card = await messageOf(show.run('MO-0149', asked()));
  await messageOf(watch.runAction(pressOf(card, 'Stop watching').args, asked()));
  expect((await messageOf(watch.run('', asked()))).text).toContain('You do not watch any file.');
});

test.each([
  ['MO-0149 until yesterday', 'en', '“yesterday” is not after today.'],
  ['MO-0149 until 20/11/2026', 'fr', '« 20/11/2026 » n’est pas après aujourd’hui.'],
  ['MO-0149 jusqu’à hier', 'fr', '« hier » n’est pas après aujourd’hui.'],
  ['MO-0149 jusqu’à aujourd’hui', 'fr', '« aujourd’hui » n’est pas après aujourd’hui.'],
] as const)('no file is snoozed until a day that is over: %s', async (text, language, said) => {
  const message = await messageOf(snooze.run(text, asked(language)));
  expect(message.text).toContain(said);
  expectGood(message);
  expect(triage.state()?.isSnoozed(OPEN, 0)).toBe(false);
});

// Today is Saturday, 21 November 2026.
test.each([
  ['MO-0149 until monday', '2026-11-23'],
  ['MO-0149 til monday', '2026-11-23'],
  ['MO-0149 à lundi', '2026-11-23'],
  ['MO-0149 a lundi', '2026-11-23'],
  ['MO-0149 3 days', '2026-11-24'],
  ['MO-0149 de 3 jours', '2026-11-24'],
  ['MO-0149 until saturday', '2026-11-28'],
  ['MO-0149 until 1 december', '2026-12-01'],
  ['MO-0149 until 2026-12-01', '2026-12-01'],
  ['MO-0149 until tomorrow', '2026-11-22'],
  ['MO-0149 tomorrow', '2026-11-22'],
  ['MO-0149 till next week', '2026-11-23'],
  ['MO-0149 for 3 days', '2026-11-24'],
  ['MO-0149 for a week', '2026-11-28'],
  ['MO-0149 jusqu’en janvier', '2027-01-01'],
  ['MO-0149 jusqu’à demain', '2026-11-22'],
  ['MO-0149 jusqu’à la semaine prochaine', '2026-11-23'],
  ['MO-0149 demain', '2026-11-22'],
  ['MO-0149 pour 3 jours', '2026-11-24'],
  ['MO-0149 dans 2 semaines', '2026-12-05'],
  ['MO-0149 for two weeks', '2026-12-05'],
  ['MO-0149 for a month', '2026-12-21'],
  ['MO-0149 for a couple of days', '2026-11-23'],
  ['MO-0149 by a week', '2026-11-28'],
  ['MO-0149 de deux semaines', '2026-12-05'],
  ['MO-0149 pendant quinze jours', '2026-12-06'],
  ['MO-0149 until the 3rd of December', '2026-12-03'],
  ['MO-0149 until 15th', '2026-12-15'],
  ['MO-0149 until the 3rd', '2026-12-03'],
  ['MO-0149 jusqu’au 3', '2026-12-03'],
  ['MO-0149 jusqu’au 1er', '2026-12-01'],
  ['MO-0149 jusqu’au mardi 8', '2026-12-08'],
  ['MO-0149 au 15', '2026-12-15'],
  ['MO-0149 till Monday 9am', '2026-11-23'],
  ['MO-0149 à lundi 9h', '2026-11-23'],
  ['MO-0149 until monday morning', '2026-11-23'],
  ['MO-0149 til the end of the month', '2026-12-01'],
  ['MO-0149 à la fin du mois', '2026-12-01'],
  ['MO-0149 until the end of the week', '2026-11-23'],
  ['MO-0149 lundi prochain', '2026-11-23'],
  ['MO-0149 next monday', '2026-11-23'],
  ['MO-0149 next month', '2026-12-01'],
  ['MO-0149 après noël', '2026-12-26'],
  ['MO-0149 until after christmas', '2026-12-26'],
])('the form of the file begins with the day that was typed: %s', async (text, day) => {
  for (const language of ['en', 'fr'] as const) {
    const [form] = await answersOf(snooze.run(text, asked(language)));
    if (form?.kind !== 'form') throw new Error('no form was opened');
    expect(form.action.args).toEqual({ id: 'open' });
    expect(JSON.stringify(form.blocks)).toContain(`"initial_date":"${day}"`);
  }
});

test.each(['Jean As', 'Linh An Am', 'Paul à Lyon', 'Till Meyer', 'MO-0149 after Lyon', 'Noël Un'])(
  'a name or a town is no day: %s',
  (text) => {
    expect(untilIn(text, asked('fr'))).toEqual({ before: text, until: null });
  },
);

test.each([
  ['en', 'MO-0149 until friday', '“friday”', '/rental watch MO-0149'],
  ['fr', 'MO-0149 jusqu’à vendredi', '« vendredi »', '/rental suivre MO-0149'],
] as const)(
  'watching up to a day is not done without the day: %s %s',
  async (language, text, day, copy) => {
    const [answer] = await answersOf(watch.run(text, asked(language)));
    const { text: said } = answer?.kind === 'message' ? answer : { text: '' };
    expect(said).toContain(day);
    expect(said).toContain(copy);
    expect(triage.state()?.watchersOf('open').size).toBe(0);
  },
);

test.each([
  ['MO-0149 until the cows come home', 'en', '“the cows come home” is not understood as a day.'],
  ['MO-0149 for 3 working days', 'en', '“for 3 working days” is not understood as a day.'],
  ['MO-0149 3 jours ouvrés', 'fr', '« 3 jours ouvrés » n’est pas compris comme un jour.'],
  ['MO-0149 until november', 'en', '“november” is not understood as a day.'],
  ['MO-0149 jusqu’à plus tard', 'fr', '« plus tard » n’est pas compris comme un jour.'],
] as const)(
  'a day that is not understood is said in the form: %s',
  async (text, language, said) => {
    const [form] = await answersOf(snooze.run(text, asked(language)));
    if (form?.kind !== 'form') throw new Error('no form was opened');
    expect(form.action.args).toEqual({ id: 'open' });
    expect(JSON.stringify(form.blocks)).toContain(said);
    expect(JSON.stringify(form.blocks)).not.toContain('initial_date');
  },
);

test.each([
  ['remind me tomorrow about MO-0149', 'en', '2026-11-22'],
  ['can you remind me of MO-0149 in 3 days?', 'en', '2026-11-24'],
  ['remind me about the loft next week', 'en', '2026-11-23'],
  ['remind me on friday about MO-0149', 'en', '2026-11-27'],
  ['rappelle-moi demain le MO-0149', 'fr', '2026-11-22'],
  ['rappelle-moi MO-0149 la semaine prochaine', 'fr', '2026-11-23'],
  ['rappelle-moi dans 2 semaines le dossier MO-0149', 'fr', '2026-12-05'],
  ['rappelle-moi MO-0149 vendredi', 'fr', '2026-11-27'],
] as const)(
  'who wants to be reminded of a file that day may snooze it until then: %s',
  async (text, language, day) => {
    const call = asked(language);
    await messageOf(list.run('', call));
    const { command, rest } = matchCommand(text, call);
    const [form] = await answersOf(command.run(rest, call));
    if (form?.kind !== 'form') throw new Error('no form was opened');
    expect([form.action.command, form.action.args]).toEqual(['snooze', { id: 'open' }]);
    const drawn = JSON.stringify(form.blocks);
    expect(drawn).toContain(call.words.notifications.reminder.happened);
    expect(drawn).toContain(`"initial_date":"${day}"`);
    expect(triage.state()?.isSnoozed(OPEN, 0)).toBe(false);
  },
);

test('who wants to be reminded of a file on no day opens its card', async () => {
  const call = asked();
  await messageOf(list.run('', call));
  const { command, rest } = matchCommand('remind me about MO-0149', call);
  expect([command.name, rest]).toEqual(['show', 'MO-0149']);
});

test.each(['en', 'fr'] as const)(
  'the forms of one file say which one it is, also from its card (%s)',
  async (language) => {
    const product = { title: 'Loft', reference: 'MO-0149' };
    const applicants = [
      { first_name: 'Anne', last_name: 'Prevost' },
      { first_name: 'Marc', last_name: 'Prevost' },
    ];
    const file = rentalFile({ id: 'open', status: 'OPEN', product, applicants });
    const call = callOver(() => pagesOf([file]), {
      language,
      call: { triage, fileNow: async () => file },
    });
    const card = await messageOf(show.run('MO-0149', call));
    const { snooze: toSnooze } = call.words.triage.actions;
    const forms = await Promise.all([
      answersOf(snooze.run('MO-0149 Prevost', call)),
      answersOf(snooze.runAction(pressOf(card, toSnooze.label).args, call)),
      answersOf(handOver.run('MO-0149 Prevost', call)),
      answersOf(take.runAction({ id: 'open', hand: 1 }, call)),
    ]);
    for (const [form] of forms) {
      if (form?.kind !== 'form') throw new Error('no form was opened');
      const drawn = JSON.stringify(form.blocks);
      expect(drawn).toContain('Loft (MO-0149)');
      expect(drawn).toContain('Anne Prevost, Marc Prevost');
    }
  },
);

test('a file is snoozed until a day or until it changes, and one press ends that', async () => {
  const [form] = await answersOf(snooze.run('MO-0149', asked('fr')));
  if (form?.kind !== 'form') throw new Error('no form was opened');
  const until = (day?: string) =>
    messageOf(
      submitted(snooze, form.action.args, day === undefined ? {} : { until: day }, asked('fr')),
    );
  // Today is Saturday, 21 November 2026.
  for (const day of ['2026-11-21', '2020-01-01', '2027-11-22']) {
    await expect(until(day)).rejects.toThrow('form has errors');
  }
  const card = await until('2026-11-23');
  expectGood(card);
  expect(card.text).toContain('Reporté au 23 nov. 2026');
  expect(triage.state()?.isSnoozed(OPEN, Date.UTC(2026, 10, 23, 4, 59))).toBe(true);
  expect(triage.state()?.isSnoozed(OPEN, Date.UTC(2026, 10, 23, 5))).toBe(false);
  expect((await messageOf(snooze.run('', asked('fr')))).text).toContain('reporté');

  const awake = await messageOf(
    snooze.runAction(pressOf(card, 'Annuler le report').args, asked('fr')),
  );
  expect(awake.text).toContain('Report annulé.');
  expect((await until()).text).toContain('Reporté jusqu’à ce qu’il change');
});

test('the Home tab shows first what its reader has taken, and only that', async () => {
  const first = async (call = asked()) => {
    const { text, blocks } = await messageOf(homeOf(call));
    return { line: text.split('\n')[0], heading: JSON.stringify(blocks[0]) };
  };
  await triage.take('open', HANNAH);
  expect((await first()).line).toContain('1 rental file awaits a decision');
  await triage.take('open', 'U0CLAIRE001', HANNAH);
  expect(await first()).toEqual({
    line: 'Taken by you',
    heading: expect.stringContaining('Taken by you'),
  });
  expect((await first(asked('fr'))).line).toBe('Pris en charge par vous');
  expectGood(await messageOf(homeOf(asked())));
});

test('while it is not known who has taken files, nothing is taken and no list is called empty', async () => {
  triage = createTriage({ now: () => Date.now(), store: store.triage, onFailure: () => {} });
  expect((await messageOf(take.run('MO-0149', asked()))).text).toContain('not known at the moment');
  expect((await messageOf(take.run('', asked()))).text).toContain('not known at the moment');
});

test.each([
  ['en', 'as last known'],
  ['fr', 'telle que connue en dernier'],
] as const)(
  'while the database is away, a list of taken files says so in %s, and none is called empty',
  async (language, says) => {
    const away = asked(language);
    const call = { ...away, store: { ...away.store, isReady: () => false } };
    for (const command of [take, watch, snooze]) {
      expect((await messageOf(command.run('', call))).text).toContain(says);
    }
    await triage.take('open', call.person.userId);
    const taken = await messageOf(list.run('taken:me', call));
    expectGood(taken);
    expect(taken.text).toContain(says);
    expect(taken.text).toContain('MO-0149');
    expect((await messageOf(list.run('', call))).text).not.toContain(says);
  },
);

test('where only some channels are answered, a watch list sends no messages, and says so', async () => {
  const { digests } = digestDeskOver(store);
  const limited = { ...digests, allowsDirectAlerts: false };
  const call = asked('en', { call: { digests: limited, channels: OPEN_CHANNELS } });

  const card = await messageOf(watch.run('MO-0149', call));

  expect(card.text).toContain('Its changes cannot be announced by direct message here');
  const { userId } = call.person;
  expect(await store.digests.list({ channelId: userId, kind: 'alert' })).toEqual([]);
  await messageOf(watch.runAction(pressOf(card, 'Stop watching').args, call));
});

test('a file is watched once the alert is there that announces what is recorded from then on', async () => {
  const { digests } = digestDeskOver(store);
  const alerts: string[][] = [];
  const watching: Triage = {
    ...triage,
    async watch(id, userId) {
      const own = await store.digests.list({ channelId: userId, kind: 'alert' });
      alerts.push(own.map(({ query }) => query));
      await triage.watch(id, userId);
    },
  };
  const over = { call: { digests, channels: OPEN_CHANNELS, triage: watching } };
  await messageOf(watch.run('MO-0149', asked('en', over)));
  expect(alerts).toEqual([['watched:me']]);
});

test('whoever watches a file is told of its changes, by one alert of their own that they may set', async () => {
  const { digests } = digestDeskOver(store);
  const service = { call: { digests, channels: OPEN_CHANNELS } };
  const call = asked('en', service);
  const own = () => store.digests.list({ channelId: call.person.userId, kind: 'alert' });

  const [first, again] = [
    await messageOf(watch.run('MO-0149', call)),
    await messageOf(watch.run('MO-0149', call)),
  ];
  expectGood(first);
  expect(first.text).toContain('Its changes come by direct message');
  expect(again.text).toContain('Its changes come by direct message');
  expect(await own()).toMatchObject([
    {
      name: 'Watched files',
      query: 'watched:me',
      alert: { on: 'changes', everyMinutes: 15, quiet: { from: '20:00', until: '08:00' } },
    },
  ]);

  const listed = await messageOf(alert.run('list', call));
  expect(listed.text).toContain(
    'When a file in “Watched files” changes, to you alone, at most every 15 minutes. Not between 20:00 and 08:00.',
  );
  await messageOf(alert.run('edit "Watched files" quiet:none every:1h', call));
  expect(await own()).toMatchObject([{ alert: { quiet: null, everyMinutes: 60 } }]);
  for (const change of ['decision:ready', 'when:enters', 'to:<#C0LEASING01|leasing>']) {
    const refused = await messageOf(alert.run(`edit "Watched files" ${change}`, call));
    expect(refused.text).toContain('about changes of the files you watch');
  }
  expect(await own()).toMatchObject([{ query: 'watched:me', alert: { on: 'changes' } }]);

  await messageOf(alert.run('pause "Watched files"', call));
  const paused = await messageOf(watch.run('MO-0149', call));
  expect(paused.text).toContain('the alert for them is paused: resume it in /rental alert list');
  const inFrench = await messageOf(watch.run('MO-0149', asked('fr', service)));
  expect(inFrench.text).toContain('leur alerte est en pause : reprenez-la dans /rental alerte');
  const alerts = await messageOf(alert.run('list', call));
  expect(JSON.stringify(alerts.blocks)).toContain('"Resume"');
  await messageOf(alert.run('resume "Watched files"', call));
  expect((await messageOf(watch.run('MO-0149', call))).text).toContain('come by direct message');
});

test('alerts of the same names keep nobody from being told of changes, and without one it is said', async () => {
  const { digests } = digestDeskOver(store);
  const person = { userId: 'U0NADIA0001' };
  const call = asked('en', { person, call: { digests, channels: OPEN_CHANNELS } });
  const own = () => store.digests.list({ channelId: person.userId, kind: 'alert' });
  for (const name of ['Watched files', 'Watched files (2)']) {
    await messageOf(alert.run(`add decision:ready to:me name:"${name}"`, call));
  }
  expect(await own()).toHaveLength(2);

  const none = { ...digests, digests: { ...digests.digests, add: async () => null } };
  const silent = asked('en', { person, call: { digests: none, channels: OPEN_CHANNELS } });
  const unset = await messageOf(watch.run('MO-0149', silent));
  expect(unset.text).toContain('Its changes cannot be announced');
  const told = await messageOf(watch.run('MO-0149', call));
  expect(told.text).toContain('Its changes come by direct message');
  expect((await own()).find(({ query }) => query === 'watched:me')?.name).toBe('Watched files (3)');
});

/** Files of which more than one is open. */
const MANY = Array.from({ length: 12 }, (_, index) =>
  rentalFile({
    id: `file-${index}`,
    status: 'OPEN',
    decision: 'PENDING',
    product: { title: `Loft ${index}`, reference: `MO-${index}` },
  }),
);

function ofMany(language: Language = 'en', files = MANY) {
  const place = { channelId: null };
  const now = async (id: string) => files.find((file) => file.id === id) ?? null;
  return callOver(() => pagesOf(files), { language, place, call: { triage, fileNow: now } });
}

/** The form behind the button of a message. */
async function formOf(
  message: Awaited<ReturnType<typeof messageOf>>,
  label: string,
  call = ofMany(),
) {
  const [form] = await answersOf(several.runAction(pressOf(message, label).args, call));
  if (form?.kind !== 'form') throw new Error('no form was opened');
  return form;
}

/** The files that a form offers. */
function offered({ blocks }: Awaited<ReturnType<typeof formOf>>): string[] {
  return blocks.flatMap((block) =>
    block.type === 'input' && block.element.type === 'checkboxes'
      ? block.element.options.map(({ value }) => value ?? '')
      : [],
  );
}

test('files of one page are taken, watched, snoozed and given back together', async () => {
  const call = ofMany();
  const page = await messageOf(list.run('sort:oldest', call));
  const form = await formOf(page, 'Take…', call);
  const ids = offered(form);
  expect(ids).toHaveLength(5);
  await triage.take(ids[1] ?? '', HANNAH);

  const did = async (what: string, files: readonly string[], until?: string) =>
    messageOf(
      submitted(
        several,
        form.action.args,
        { files, what, ...(until === undefined ? {} : { until }) },
        call,
      ),
    );
  const taken = await did('take', ids.slice(0, 3));
  expectGood(taken);
  expect(taken.text).toContain('Taken by you: 2.\nAlready taken by someone else: 1.');
  expect(ids.map((id) => triage.state()?.takerOf(id))).toEqual([
    'U0CLAIRE001',
    HANNAH,
    'U0CLAIRE001',
    null,
    null,
  ]);
  expect((await did('giveBack', ids.slice(0, 2))).text).toContain(
    'Given back: 1.\nNot taken by you, so not given back: 1.',
  );
  const none = await did('giveBack', ids.slice(1, 2));
  expect(none.blocks[0]).toMatchObject({ text: { text: 'Nothing was changed' } });
  expect(none.text).toContain('Nothing was changed\nNot taken by you, so not given back: 1.');
  expect(taken.blocks[0]).toMatchObject({ text: { text: 'Done' } });
  expect((await did('watch', ids.slice(3))).text).toContain('On your watch list: 2.');
  expect((await did('unwatch', ids.slice(4))).text).toContain('Off your watch list: 1.');
  expect(triage.state()?.watchersOf(ids[3] ?? '')).toEqual(new Set(['U0CLAIRE001']));
  const rests = () => MANY.filter((file) => triage.state()?.isSnoozed(entryOf(file), call.now()));
  expect((await did('snooze', ids.slice(0, 2), '2026-11-23')).text).toContain(
    'Snoozed, for everyone: 2.',
  );
  expect(rests()).toHaveLength(2);
  expect((await did('unsnooze', ids.slice(0, 1))).text).toContain('Snooze ended: 1.');
  expect(rests()).toHaveLength(1);
  await expect(did('take', ids, '2026-11-23')).rejects.toThrow('form has errors');
  await expect(did('snooze', ids, '2026-11-20')).rejects.toThrow('form has errors');
  await expect(did('keep', ids)).rejects.toThrow('arguments');
});

test('a database that goes away among several files, or after one, is not told as if nothing was done', async () => {
  const away = new StoreError('unreachable', 'The database does not answer');
  const call = ofMany();
  const [first = '', second = ''] = offered(
    await formOf(await messageOf(list.run('sort:oldest', call)), 'Take…', call),
  );
  let takes = 0;
  const onceOnly: Triage = {
    ...triage,
    async take(...asks) {
      takes += 1;
      if (takes > 1) throw away;
      return triage.take(...asks);
    },
  };
  const over = { ...call, triage: onceOnly };
  const many = submitted(several, {}, { files: [first, second], what: 'take' }, over);
  await expect(messageOf(many)).rejects.toMatchObject({ code: 'late' });
  const none = submitted(several, {}, { files: [second], what: 'take' }, over);
  await expect(messageOf(none)).rejects.toBe(away);

  let reads = 0;
  const readOnce = createTriage({
    now: () => Date.now(),
    store: {
      ...store.triage,
      async all() {
        reads += 1;
        if (reads > 1) throw away;
        return store.triage.all();
      },
    },
    onFailure() {},
  });
  await readOnce.catchUp();
  await expect(readOnce.take(second, HANNAH)).rejects.toMatchObject({ code: 'late' });
  expect((await store.triage.all()).taken).toMatchObject([{ fileId: first }, { fileId: second }]);
});

test('the Home tab offers the same of the files that it shows, in either language', async () => {
  const call = ofMany('fr');
  const home = await messageOf(homeOf(call));
  const form = await formOf(home, 'Prendre…', call);
  expect(offered(form)).toHaveLength(5);
  expect(JSON.stringify(form)).toContain('"Annuler le report"');
});

test('files that were decided or have gone since the last reading are not taken', async () => {
  const call = ofMany();
  const page = await messageOf(list.run('sort:oldest', call));
  const [open = '', decided = '', archived = '', gone = '', unread = ''] = offered(
    await formOf(page, 'Take…', call),
  );
  const asks: string[] = [];
  const since: Readonly<Record<string, object>> = {
    [decided]: { decision: 'REJECTED' },
    [archived]: { archived_at: call.now() },
  };
  const askNow: typeof call.fileNow = async (id) => {
    asks.push(id);
    if (id === unread) throw serviceDown();
    const file = MANY.find((each) => each.id === id);
    return id === gone || file === undefined ? null : { ...file, ...since[id] };
  };
  const files = [open, decided, archived, gone, unread];

  const said = await messageOf(
    submitted(several, {}, { files, what: 'take' }, { ...call, fileNow: askNow }),
  );

  expectGood(said);
  const { done } = call.words.triage.several;
  expect(said.text.split('\n').slice(0, 5)).toEqual([
    'Done',
    done.taken(2),
    done.closed(2),
    done.gone(1),
    done.unchecked(1),
  ]);
  expect(said.text).toContain('Declined');
  expect(said.warning).toMatchObject({ failure: { code: 'rental_down' } });
  expect(files.map((id) => triage.state()?.takerOf(id))).toEqual([
    'U0CLAIRE001',
    null,
    null,
    null,
    'U0CLAIRE001',
  ]);
  expect(asks.toSorted()).toEqual(files.toSorted());
});

test('files that are decided or gone by now are neither offered nor taken', async () => {
  const call = ofMany();
  const page = await messageOf(list.run('sort:oldest', call));
  const home = await messageOf(homeOf(call));
  const [first, second] = offered(await formOf(page, 'Take…', call));
  const decided = MANY.map((file) =>
    file.id === first ? { ...file, decision: 'REJECTED' } : file,
  ).filter(({ id }) => id !== second);
  const later = ofMany('en', decided);
  const last = await messageOf(
    submitted(several, {}, { files: [first ?? '', second ?? ''], what: 'take' }, later),
  );
  expect(last.text).toContain('Decided or archived already: 1.\nNo longer among the files: 1.');
  expect(triage.state()?.takers()).toEqual(new Set());

  const over = ofMany(
    'en',
    MANY.map((file) => ({ ...file, decision: 'ACCEPTED' })),
  );
  const none = await messageOf(several.runAction(pressOf(home, 'Take…').args, over));
  expect(none.text).toContain('None of these files is open any more.');
  expect(none.title).toBe('Take, watch, snooze');
});

test('“Take…” is offered only where a file is open, and for those alone', async () => {
  const closed = [
    { decision: 'ACCEPTED' },
    { decision: 'REJECTED' },
    { decision: 'READY', archived_at: Date.UTC(2026, 10, 20) },
  ];
  const files = MANY.slice(0, 3).map((file, index) => ({ ...file, ...closed[index] }));
  const of = async (all: typeof MANY) =>
    messageOf(list.run('archived:yes,no sort:oldest', ofMany('en', all)));
  const over = await of(files);
  expect(over.text).toContain('3 rental files');
  expect(buttonsOf(over)).not.toContain('Take…');

  const open = MANY[3];
  if (open === undefined) throw new Error('there are fewer files');
  const some = await of([...files, open]);
  expect(pressOf(some, 'Take…').args).toEqual({ ids: open.id });
});
