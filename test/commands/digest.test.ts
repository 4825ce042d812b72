import { expect, test } from 'vitest';

import type { CommandContext, Channels } from '../../src/commands/command.ts';
import { digest } from '../../src/commands/digest/index.ts';
import { SAVED_MAX } from '../../src/commands/digest/save.ts';
import { FormError, StaleActionError } from '../../src/commands/errors.ts';
import { statusFor } from '../../src/commands/status.ts';
import type { Language } from '../../src/i18n/types.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Answer, Form, Message } from '../../src/views/message.ts';
import { plannedRun } from '../store/fixture.ts';
import { runSql } from '../store/run-sql.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { buttonsOf, menuOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { callOver, messageOf } from './call.ts';
import { by, digestDeskOver, formValues } from './digest-desk.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

let channels = 0;

/** Claire in a channel where nobody has made a digest yet, at nine in UTC on a Saturday. */
function claire(
  over: Partial<Channels> = {},
  language: Language = 'en',
  pages = () => pagesOf(rentalFiles(20)),
) {
  channels += 1;
  const { digests, ran } = digestDeskOver(store);
  const channelId = `C0CHANNEL${channels}`;
  const call = callOver(pages, {
    language,
    place: { channelId },
    call: { digests, channels: { ...OPEN_CHANNELS, ...over } },
  });
  return { call, ran, channelId };
}

async function typed(text: string, call: CommandContext): Promise<Message> {
  return messageOf(digest.run(text, call));
}

async function pressed(message: Message, label: string, call: CommandContext): Promise<Message> {
  return messageOf(digest.runAction(pressOf(message, label).args, call));
}

/** The button of the form that shows the rare options. */
async function moreOf({ digests, place }: CommandContext) {
  const [only] = (await digests?.digests.list({ channelId: place.channelId ?? '' })) ?? [];
  return { do: 'unfold', id: only?.id ?? '' };
}

async function formOf(answers: AsyncIterable<Answer>): Promise<Form> {
  const last = (await Array.fromAsync(answers)).at(-1);
  if (last?.kind !== 'form') throw new Error('no form was answered');
  return last;
}

test('a time alone sets up a digest, confirmed in one sentence with three buttons at most', async () => {
  const { call } = claire();

  const message = await typed('add 09:00', call);

  expect(message.text.split('\n')).toEqual([
    '“Digest 09:00” is set up.',
    'Every weekday at 09:00 in this channel. Next: Mon 23 Nov, 09:00.',
  ]);
  // In two days, which Slack has no word for.
  expect(JSON.stringify(message.blocks)).toContain('Next: Mon 23 Nov, 09:00.');
  expect([buttonsOf(message), menuOf(message)]).toEqual([
    ['Preview', 'Edit'],
    ['Post now', 'Snooze…', 'Pause', 'Details', 'Remove…'],
  ]);
  expectGood(message);
});

test('the next post is today or tomorrow where Slack has a word for its day', async () => {
  const { call } = claire();

  const { blocks } = await typed('add 09:00 days:daily holidays:none', call);

  expect(JSON.stringify(blocks)).toContain('"format":"{date_short_pretty}"');
});

test.each([
  ['en', 'Next: Sat 21 Nov, 18:00', 'Next: Sun 22 Nov, 09:00'],
  ['fr', 'Prochain\u00a0: sam. 21 nov. à 18:00', 'Prochain\u00a0: dim. 22 nov. à 09:00'],
] as const)('“today” is drawn by each client, since a message stays (%s)', async (...row) => {
  const [language, today, tomorrow] = row;
  const { call } = claire({}, language);
  const made = await typed('add 09:00 days:daily holidays:none', call);
  expect(made.text).toContain(tomorrow);

  await typed('edit 18:00', call);
  for (const line of ['list', 'status']) {
    const { text, blocks } = await typed(line, call);
    expect(text).toContain(today);
    expect(JSON.stringify(blocks)).toContain('"format":"{date_short_pretty}"');
  }
});

test('of several digests, the one to be snoozed for a while is asked for', async () => {
  const { call } = claire();
  await typed('add 9h name:Morning', call);
  await typed('add 11h name:3d', call);

  expect((await typed('snooze 2 weeks', call)).text).toContain(
    'Nothing has been changed: several digests are here.',
  );
  // A digest may have such a name.
  expect((await formOf(digest.run('snooze 3d', call))).title).toBe('Snooze digest');
});

test('a snooze in French ends with one full stop', async () => {
  const { call } = claire({}, 'fr');
  await typed('ajouter 09:00 jours:tous fériés:aucun', call);

  const { text } = await typed('veille jusqu’à lundi', call);

  expect(text).toContain('En veille jusqu’au lun. 23 nov. Prochain');
});

test('all settings stand behind the details, with the next three due times', async () => {
  const { call } = claire();

  const message = await pressed(await typed('add 09:00', call), 'Details', call);

  expect(message.text.split('\n')).toEqual([
    'Digest 09:00',
    'Every weekday at 09:00 in this channel.',
    'Files: awaiting decision',
    'Skips public holidays (FR)',
    'Shows the first 5',
    'Silent when nothing waits',
    'Strikes out what is decided until the next one',
    'Catch-up: 2\u00a0h',
    'Next: Mon 23 Nov, 09:00 · Tue 24 Nov, 09:00 · Wed 25 Nov, 09:00',
  ]);
  expect([buttonsOf(message), menuOf(message)]).toEqual([
    ['Preview', 'Edit', 'History'],
    ['Post now', 'Snooze…', 'Pause', 'Remove…'],
  ]);
  expectGood(message);
});

test.each([
  [
    'add 09:00 only ready ones without guarantor',
    'en',
    /set up\. Files: .*ready to decide.*without guarantor/iu,
  ],
  [
    'ajouter 9h seulement les prêts sans garant',
    'fr',
    /en place\. Dossiers\s: .*prêts à décider.*sans garant/iu,
  ],
] as const)(
  'the files of a digest are named as they are saved: %s',
  async (line, language, said) => {
    const { call, channelId } = claire({}, language);

    const message = await typed(line, call);

    expect(message.text).toMatch(said);
    expectGood(message);
    expect((await store.digests.list({ channelId }))[0]?.query).toBe(
      '-status:closed archived:no decision:ready no:guarantor sort:waiting',
    );
  },
);

test('a time zone is named where it is not that of the reader', async () => {
  const { call } = claire();

  const { text } = await typed('add 09:00 zone:America/New_York', call);

  expect(text).toContain('Every weekday at 09:00 (America/New_York) in this channel.');
  expect(text).toContain('Next: Mon 23 Nov, 09:00 (America/New_York).');
});

test('the same line in French sets up the same digest', async () => {
  const { call, channelId } = claire({}, 'fr');

  const message = await typed(
    'ajouter 9h,14h jours:lun-ven fuseau:paris nom:"Le matin" décision:prêt âge:>1jo objectif:5',
    call,
  );

  expect(message.text).toContain('« Le matin » est en place.');
  expect(message.text).toContain('Tous les jours ouvrés à 09:00 et 14:00 dans ce canal.');
  expect(message.text).toContain('Prochain : lun. 23 nov. à 09:00.');
  const [made] = await store.digests.list({ channelId });
  expect(made).toMatchObject({
    name: 'Le matin',
    ownerId: 'U0CLAIRE001',
    query: '-status:closed archived:no decision:ready age:>1bd sort:waiting',
    schedule: { times: ['09:00', '14:00'], days: [1, 2, 3, 4, 5], zone: 'Europe/Paris' },
    options: { targetDays: 5 },
  });
  expectGood(message);
});

test.each([
  ['en', 'add property:lyon 10:00 name:other', 'edit other 09:00', 'There is “one” (ID '],
  ['fr', 'ajouter bien:lyon 10:00 nom:other', 'modifier other 09:00', 'Il y a déjà « one »'],
] as const)(
  'a digest that is changed to be like another one says so, and one like before does not (%s)',
  async (language, other, edit, said) => {
    const { call } = claire({}, language);
    const plainText = async (line: string) =>
      (await typed(line, call)).text.replaceAll('\u00a0', ' ');
    await typed(other.replace('10:00', '09:00').replace('other', 'one'), call);
    await typed(other, call);

    expect(await plainText(edit)).toContain(said);
    expect(await plainText(`${edit.split(' ')[0]} other top:5`)).not.toContain(said);
  },
);

test('a digest that is changed to other files says which, and that none fits', async () => {
  const { call } = claire();
  await call.portfolio.read();
  await typed('add name:one', call);

  const { text } = await typed('edit one score:>100', call);

  expect(text).toContain(
    'Files: awaiting decision, score above 100. No rental file fits it today.',
  );
});

async function languageOf(text: string, language: Language, held: Language | null) {
  const { call, channelId } = claire({}, language);
  if (held) await call.store.settings.save(channelId, { language: held }, 'U0CLAIRE001');
  await typed(text, call);
  const [made] = await store.digests.list({ channelId });
  return made?.options.language;
}

test('a digest speaks the language of whoever set it up, where nobody has said which', async () => {
  expect(await languageOf('ajouter 9h', 'fr', null)).toBe('fr');
  expect(await languageOf('add 09:00', 'en', null)).toBeNull();
  expect(await languageOf('ajouter 9h langue:anglais', 'fr', null)).toBe('en');
  expect(await languageOf('ajouter 9h', 'fr', 'en')).toBeNull();
});

test('a second digest without a name gets another one, and a name is taken once', async () => {
  const { call } = claire();
  await typed('add 09:00', call);

  const second = await typed('09:00 ready', call);
  const third = await typed('add 10:00 name:"Digest 09:00"', call);

  expect(second.text).toContain('“Digest 09:00 (2)” is set up.');
  expect(third.text).toContain(
    'There is a digest or an alert “Digest 09:00” in that channel already.',
  );
});

test('in a direct message, a digest needs a channel, and one’s own are listed', async () => {
  const { call } = claire({ membership: async () => 'unknown' });
  const direct = { ...call, place: { ...call.place, channelId: 'D0CLAIRE001' } };

  const refused = await typed('add 09:00', direct);
  expect(refused.text).toContain('A digest needs a channel. Type /rental digest in the channel');
  expect(refused.text).toContain('For yourself alone there are alerts: /rental alert add');
  expect(refused.text).not.toContain('/invite');
  expect((await typed('list', direct)).text).toContain('In a channel, /rental digest add 09:00');
  const form = await formOf(digest.run('add', direct));
  expect(Object.values(formValues(form))).not.toContain('D0CLAIRE001');
});

test('of several with one name, none is taken for the other', async () => {
  const one = claire();
  const other = claire();
  await typed('add 09:00 name:Namesake', one.call);
  await typed('add 09:00 name:Namesake', other.call);
  const direct = { ...one.call, place: { ...one.call.place, channelId: 'D0CLAIRE001' } };

  const asked = await typed('pause Namesake', direct);
  expect(asked.text).toContain('Nothing has been changed');
  const labels = buttonsOf(asked).filter((label) => label.startsWith('Namesake'));
  expect(new Set(labels).size).toBe(2);
  for (const label of labels) expect(label).toMatch(/^Namesake \(ID \w+\)$/);

  const [, id = ''] = /ID (\w+)/.exec(labels[0] ?? '') ?? [];
  const removal = await formOf(digest.run(`remove ${id}`, direct));
  expect(JSON.stringify(removal.blocks)).toMatch(
    /"Namesake".*"channel_id":"(?:\w+)".*No more posts will come/,
  );
  for (const { call, channelId } of [one, other]) {
    const here = await typed('pause Namesake', call);
    expect(here.text).toContain('“Namesake” paused.');
    expect(await store.digests.list({ channelId })).toMatchObject([{ state: 'paused' }]);
  }
});

test('an e-mail address is no name of a digest, in wide letters either', async () => {
  const { call } = claire();
  const said = await typed('add 09:00 name:"anna＠agency.example"', call);
  expect(said.text).toContain('This name holds an e-mail address or a phone number');
});

test.each([
  [
    'add 09:00 zone:Europe/Pariss',
    'I don’t understand “Europe/Pariss”. Did you mean “Europe/Paris”?',
    'add 09:00 zone:Europe/Paris',
  ],
  [
    'add 9 decision:redy',
    'I don’t understand “redy”. Did you mean “ready”?',
    'add 9 decision:ready',
  ],
  ['add 9 dayz:mon', 'I don’t know “dayz:”. Did you mean “days”?', 'add 9 days:mon'],
  ['add 9 applicant:dupont', '“applicant:dupont” may name an applicant', 'add 9 applicant:dupont'],
])('the slip in “%s” is told, with a line to copy', async (line, told, copy) => {
  const { call } = claire();

  const message = await typed(line, call);

  expect(message.text).toContain(told);
  expect(JSON.stringify(message.blocks)).toContain(
    JSON.stringify(`/rental digest ${copy}`).slice(1, -1),
  );
  expectGood(message);
});

test.each([
  ['every monday at 9', 'en', 'Every Monday at 09:00 in'],
  ['09:00', 'en', 'Every weekday at 09:00 in'],
  ['at 9', 'en', 'Every weekday at 09:00 in'],
  ['add at 9am on mondays and thursdays', 'en', 'Every Monday and Thursday at 09:00 in'],
  ['tous les jours à 9h', 'fr', 'Tous les jours à 09:00 dans'],
  ['ajouter tous les jours ouvrés à 9h', 'fr', 'Tous les jours ouvrés à 09:00 dans'],
  ['every weekday morning', 'en', 'Every weekday at 09:00 in'],
  ['chaque lundi matin', 'fr', 'Chaque lundi à 09:00 dans'],
  ['tous les matins', 'fr', 'Tous les jours à 09:00 dans'],
] as const)('“%s” sets up a digest', async (line, language, told) => {
  const { call } = claire({}, language);

  const { text } = await typed(line, call);

  expect(text.split('\n')[0]).toMatch(/is set up\.$|est en place\.$/);
  expect(text).toContain(`\n${told}`);
});

test('the name of a digest is no time, and wants a verb', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Noon', call);

  expect((await typed('noon', call)).text).toContain('Commands: add, list,');
  expect((await typed('noon monday', call)).text).toContain('Commands: add, list,');
  expect((await typed('preview noon', call)).text).toContain('Noon: ');
  expect(await store.digests.list({ channelId })).toHaveLength(1);
});

test('a word that is no verb is told with those there are', async () => {
  const { call } = claire();

  expect((await typed('pasue', call)).text).toContain('Did you mean “pause”? Commands: add, list,');
});

test.each([
  ['fr', 'statu', 'Vouliez-vous dire «\u00a0état\u00a0»', '/rental point état'],
  ['fr', 'histori', 'Vouliez-vous dire «\u00a0historique\u00a0»', '/rental point historique'],
  ['fr', 'delet', 'Vouliez-vous dire «\u00a0supprimer\u00a0»', '/rental point supprimer'],
  ['en', 'supprimr', 'Did you mean “remove”', '/rental digest remove'],
  ['en', 'reprendr', 'Did you mean “resume”', '/rental digest resume'],
] as const)('a verb is suggested in the language of its reader (%s): %s', async (...row) => {
  const [language, line, said, label] = row;
  const { call } = claire({}, language);
  const message = await typed(line, call);

  expect(message.text).toContain(said);
  expect(buttonsOf(message)).toEqual([label]);
});

test.each(['statut', 'état', 'etat', 'status'])('« %s » shows what was sent', async (verb) => {
  const { call } = claire({}, 'fr');
  await typed('ajouter 09:00', call);

  expect((await typed(verb, call)).text).toContain('Récap de 09:00');
});

test.each([
  ['en', 'change the digest to 8:30', 'Nothing has been changed: several digests are here.'],
  ['en', 'stop the digest', 'Nothing has been changed: several digests are here.'],
  ['en', 'pause', 'Nothing has been changed: several digests are here.'],
  ['en', 'delete', 'Nothing has been changed: several digests are here.'],
  ['en', 'preview', 'There are several digests here.'],
  ['fr', 'pause', 'Rien n’a été modifié\u00a0: il y a plusieurs récaps ici.'],
  ['fr', 'supprimer', 'Rien n’a été modifié\u00a0: il y a plusieurs récaps ici.'],
  ['fr', 'statut', 'Il y a plusieurs récaps ici.'],
] as const)('where one of several is not named, nothing is changed (%s): %s', async (...row) => {
  const [language, line, said] = row;
  const { call, channelId } = claire({}, language);
  await typed('add 09:00', call);
  await typed('add 14:00', call);
  const before = await store.digests.list({ channelId });

  expect((await typed(line, call)).text).toContain(said);
  expect(await store.digests.list({ channelId })).toEqual(before);
});

test.each([
  ['en', 'weekdays at half past eight', 'Every weekday at 08:30'],
  ['en', 'every monday at a quarter to nine', 'Every Monday at 08:45'],
  ['en', 'weekdays at quarter past nine pm', 'Every weekday at 21:15'],
  ['en', 'weekdays at half past seven in the evening', 'Every weekday at 19:30'],
  ['fr', 'tous les jours à huit heures et demie', 'Tous les jours à 08:30'],
  ['fr', 'le lundi à 9 heures moins le quart', 'Chaque lundi à 08:45'],
  ['fr', 'tous les jours à 9h et quart', 'Tous les jours à 09:15'],
] as const)('a time is understood as it is spoken (%s): %s', async (language, line, said) => {
  const { call } = claire({}, language);

  expect((await typed(line, call)).text).toContain(said);
});

test.each([
  ['en', 'every day at 25:00', '“25:00” is not a time.'],
  ['fr', 'tous les jours à 25h', '«\u00a025h\u00a0» n’est pas une heure.'],
] as const)('what is no time is named, and not offered again (%s)', async (...row) => {
  const [language, line, said] = row;
  const { call, channelId } = claire({}, language);
  const message = await typed(line, call);

  expect(message.text).toContain(said);
  expect(JSON.stringify(message)).not.toContain(line);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

test.each([
  ['en', 'at 8 instead of 9', '08:00'],
  ['fr', 'à 8h au lieu de 9h', '08:00'],
] as const)('a time takes the place of another one (%s): %s', async (language, line, time) => {
  const { call, channelId } = claire({}, language);
  await typed('add 09:00', call);
  await typed('add 14:00', call);

  await typed(line, call);
  await typed(line, call);

  const digests = await store.digests.list({ channelId });
  expect(digests.flatMap(({ schedule }) => schedule.times).toSorted()).toEqual([time, '14:00']);
});

test.each([
  ['en', 'skip tomorrow', 'Snoozed until Mon 23 Nov'],
  ['en', 'skip the digest tomorrow', 'Snoozed until Mon 23 Nov'],
  ['fr', 'sauter demain', 'En veille jusqu’au lun. 23 nov.'],
] as const)('a day is skipped (%s): %s', async (language, line, said) => {
  const { call } = claire({}, language);
  await typed('add 09:00 days:daily holidays:none', call);

  expect((await typed(line, call)).text).toContain(said);
});

test.each([
  ['en', 'every evening', 'Every day at 18:00'],
  ['fr', 'tous les soirs', 'Tous les jours à 18:00'],
  ['en', 'every monday', 'Every Monday at 09:00'],
  ['fr', 'tous les lundis', 'Chaque lundi à 09:00'],
  ['en', 'post the ready files every morning', 'Every day at 09:00'],
  ['fr', 'publie les dossiers prêts chaque matin', 'Tous les jours à 09:00'],
] as const)('a sentence without a verb sets up a digest (%s): %s', async (language, line, said) => {
  const { call, channelId } = claire({}, language);

  expect((await typed(line, call)).text).toContain(said);
  expect(await store.digests.list({ channelId })).toHaveLength(1);
});

test.each([
  ['en', 'twice a week', '“twice a week”'],
  ['fr', 'deux fois par semaine', '«\u00a0deux fois par semaine\u00a0»'],
  ['en', 'first monday of the month', 'report:monthly'],
  ['fr', 'le premier lundi du mois', 'rapport:mensuel'],
  ['fr', 'le', 'n’est pas une commande'],
  ['en', 'no', '“no” excludes no day'],
  ['en', 'all', '“all” is not a digest command'],
] as const)(
  'what cannot be set up is refused without a guess (%s): %s',
  async (language, line, said) => {
    const { call, channelId } = claire({}, language);
    const message = await typed(line, call);

    expect(message.text).toContain(said);
    expect(message.text).not.toMatch(/Did you mean|Vouliez-vous/u);
    expect(buttonsOf(message)).toEqual([
      language === 'en' ? '/rental help digest' : '/rental aide point',
    ]);
    expect(await store.digests.list({ channelId })).toEqual([]);
  },
);

test.each([
  [
    'ready files of R-1 every tuesday and thursday 9am',
    'digest add ready property:R-1 every tuesday and thursday 9am',
  ],
  [
    'les prêts de R-1 chaque mardi et jeudi à 9h',
    'digest add prêts property:R-1 chaque mardi et jeudi à 9h',
  ],
])('a digest whose query begins the line is offered, not set up: %s', async (line, whole) => {
  const { call, channelId } = claire();

  expect((await typed(line, call)).text).toContain(whole);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

test.each([
  [
    'en',
    'me the ready files every morning',
    'Every day at 09:00',
    '/rental alert add decision:ready to:me',
  ],
  [
    'fr',
    'les dossiers prêts chaque matin',
    'Tous les jours à 09:00',
    '/rental alerte ajouter décision:prêt à:moi',
  ],
] as const)('an offer names its days and the alert for oneself (%s)', async (...row) => {
  const [language, line, days, alert] = row;
  const { call } = claire({}, language);
  const { text } = await typed(`${language === 'en' ? 'send' : 'envoie-moi'} ${line}`, call);

  expect(text).toContain(days);
  expect(text).toContain(alert);
});

test('a guess that would post at once has no button', async () => {
  const { call } = claire();
  const message = await typed('publsh Morning', call);

  expect(buttonsOf(await typed('pasue', call))).toEqual(['/rental digest pause']);
  expect(buttonsOf(message)).toEqual(['/rental help digest']);
});

test.each([
  ['en', 'pause until monday', 'skips Sun 22 Nov, 09:00.', '2026-11-22T23:00'],
  ['fr', 'pause jusqu’à lundi', 'saute', '2026-11-22T23:00'],
  ['en', 'snooze Morning until wednesday', 'skips', '2026-11-24T23:00'],
  ['fr', 'veille Morning jusqu’à mercredi', 'saute', '2026-11-24T23:00'],
  ['fr', 'veille 3j', 'saute', '2026-11-23T23:00'],
  ['fr', 'veille Morning pendant 2 semaines', 'saute', '2026-12-04T23:00'],
  ['en', 'snooze 3d', 'skips', '2026-11-23T23:00'],
  ['en', 'pause Morning for 1 week', 'skips', '2026-11-27T23:00'],
  ['en', 'pause Morning for two weeks', 'skips', '2026-12-04T23:00'],
  ['en', 'pause for a month', 'skips', '2026-12-20T23:00'],
  ['en', 'pause until the 3rd', 'skips', '2026-12-02T23:00'],
  ['en', 'pause until december', 'skips', '2026-11-30T23:00'],
  ['en', 'pause for christmas', 'skips', '2026-12-24T23:00'],
  ['en', 'pause until next week', 'skips', '2026-11-22T23:00'],
  ['fr', 'pause jusqu’au mardi 8', 'saute', '2026-12-07T23:00'],
  ['fr', 'veille jusqu’à la fin du mois', 'saute', '2026-11-30T23:00'],
] as const)(
  'a digest rests up to a day of the week (%s): %s',
  async (language, line, said, until) => {
    const { call, channelId } = claire({}, language);
    await typed('add 09:00 days:daily name:Morning', call);

    const { text } = await typed(line, call);
    expect(text).toContain(said);
    const [held] = await store.digests.list({ channelId });
    expect(new Date(held?.snoozedUntil ?? 0).toISOString()).toContain(until);
  },
);

test.each([
  ['en', 'pause until later', 'is not understood as the day', 'snooze until monday'],
  ['en', 'pause next week', '“next week” is not understood', 'or for 2 weeks'],
  ['en', 'pause tomorrow', '“tomorrow” is not understood', 'or for 2 weeks'],
  ['fr', 'arrête jusqu’à plus tard', 'n’est pas compris', 'veille jusqu’à lundi'],
  ['fr', 'arrête la semaine prochaine', 'n’est pas compris', 'veille jusqu’à lundi'],
] as const)('until another date, the way to rest is told (%s)', async (language, line, ...said) => {
  const { call } = claire({}, language);
  await typed('add 09:00', call);

  for (const one of said) expect((await typed(line, call)).text).toContain(one);
});

test.each([
  ['en', '9am ready R-1', '/rental digest 9am ready property:R-1'],
  ['fr', '9h prêts R-1', '/rental point 9h prêts bien:R-1'],
] as const)(
  'a free word of a property is offered as a condition (%s)',
  async (language, line, copy) => {
    const { call, channelId } = claire({}, language);
    await call.portfolio.read();

    const message = await typed(line, call);
    expect(JSON.stringify(message.blocks)).toContain(copy);
    expect(await store.digests.list({ channelId })).toEqual([]);
    expectGood(message);
  },
);

test.each(['arrête Matin', 'stop Matin', 'suspends Matin'])(
  'French stops a digest: %s',
  async (line) => {
    const { call } = claire({}, 'fr');
    await typed('ajoute 9h nom:Matin', call);

    expect((await typed(line, call)).text).toContain('est en pause');
  },
);

test.each([
  ['absent', 'Type /invite @Rental Desk in it'],
  ['archived', 'That channel is archived'],
  ['not_allowed', 'Rental Desk does not answer in that channel, so it posts nothing there.'],
  ['unknown', 'Slack does not say whether Rental Desk may post'],
] as const)('nothing is saved for a channel where Rental Desk is %s', async (membership, told) => {
  const { call, channelId } = claire({ membership: async () => membership });

  expect((await typed('add 09:00', call)).text).toContain(told);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

test.each([
  ['archived', 'That channel is archived: nobody can post there. Choose another one.'],
  ['absent', 'Rental Desk is not in that channel, and could not post there.'],
] as const)(
  'a digest that is changed, resumed or run says that its channel is %s',
  async (issue, says) => {
    const { call, ran } = claire();
    await typed('add 09:00 name:Morning', call);
    const membership = async () => issue;
    const later = { ...call, channels: { ...call.channels, membership } };

    expect((await typed('edit Morning top:3', later)).text).toContain(`“Morning” saved. ${says}`);
    await typed('pause Morning', later);
    expect((await typed('resume Morning', later)).text).toContain(`“Morning” resumed. ${says}`);
    expect((await typed('edit Morning top:4', call)).text).not.toContain(says);
    const ranThere = await typed('run Morning', later);
    expect(ranThere.text).toContain(says);
    expect([ranThere.text.includes('Posting'), ran]).toEqual([false, []]);
  },
);

test('nobody sets up a digest in a channel that they are not in', async () => {
  const { call } = claire({ isIn: async () => false });

  expect((await typed('add 09:00 channel:<#C0OTHER0001|other>', call)).text).toContain(
    'You are not in that channel',
  );
});

test('a schedule that never is due is refused', async () => {
  const never = { isWorkingDay: () => false };
  const { call } = claire();
  const digests = call.digests;
  if (digests === undefined) throw new Error('there is no desk');
  const calendars = { ...digests.calendars, calendarOf: () => never };

  const message = await typed('add 09:00', { ...call, digests: { ...digests, calendars } });

  expect(message.text).toContain('the digest would never be due');
});

test('a digest takes the query of a saved view', async () => {
  const { call, channelId } = claire();
  const view = { channelId, name: 'Hot', query: 'decision:ready', by: 'U1' };
  await call.store.views.save(view);

  const message = await pressed(await typed('add 9 view:hot', call), 'Details', call);
  const missing = await typed('add 9 view:cold', call);

  expect(message.text).toContain('Files: ready to decide');
  expect(missing.text).toContain('There is no view “cold” in that channel.');
});

test('the list shows what there is and what may be done, to its owner', async () => {
  const { call } = claire();
  const none = await typed('', call);
  await typed('add 09:00 name:Morning', call);
  await typed('add 14:00 name:Noon', call);

  const list = await typed('list', call);

  expect(none.text).toContain('There is no digest here yet.');
  expect(list.text).toContain('2 digests');
  expect(list.text).toContain('• Morning. Every weekday at 09:00');
  expect(list.text).toContain('Next: Mon 23 Nov, 14:00');
  expectGood(list);
});

test('outside channels, the digests of a person are listed with their channels, and nothing is “here”', async () => {
  const { call, channelId } = claire();
  const other = claire();
  const person = by(call, `U0HOME${channels}`).person;
  await typed('add 09:00 name:M2', { ...call, person });
  await typed('add 09:00 name:M2', { ...other.call, person });
  const home = { ...call, person, place: { ...call.place, channelId: null } };

  const list = await messageOf(digest.runAction({ do: 'list' }, home));
  expect(list.text).toContain(`• M2. Every weekday at 09:00 in <#${channelId}>. Next`);
  expect(list.text).toContain(`• M2. Every weekday at 09:00 in <#${other.channelId}>. Next`);
  expect(JSON.stringify(list.blocks)).toContain(`"channel_id":"${other.channelId}"`);
  expect(list.text).toContain('In a channel, /rental digest add 09:00 posts');
  expect(list.text).not.toMatch(/\bhere\b/);
  expectGood(list);

  const none = await messageOf(digest.runAction({ do: 'list' }, by(home, 'U0NOBODY001')));
  expect(none.text).toContain('You have no digest yet.');
  expect(none.text).not.toContain('here yet');
});

test('others in the channel read about a digest, and only its owner and admins change it', async () => {
  const { call } = claire();
  const mine = await typed('add 09:00', call);
  const bob = by(call, 'U0BOB000001');
  const admin = by(call, 'U0ADMIN0001', true);

  expect(buttonsOf(await typed('list', bob))).toEqual(['Preview', 'Details', 'New digest']);
  expect((await pressed(mine, 'Pause', bob)).text).toContain(
    'Only the owner of a digest and admins',
  );
  expect((await typed('remove', bob)).text).toContain('Only the owner of a digest and admins');
  const paused = await pressed(mine, 'Pause', admin);
  expect(paused.text).toContain('“Digest 09:00” paused.\n');
  expect(JSON.stringify(paused.blocks)).toMatch(
    /"Paused by "},{"type":"user","user_id":"U0ADMIN0001"}/,
  );
  for (const shown of [await typed('list', admin), await typed('status', admin)]) {
    expect(JSON.stringify(shown.blocks)).toContain(
      '"Paused by "},{"type":"user","user_id":"U0ADMIN0001"}',
    );
  }
  const taken = await pressed(paused, 'Take over', admin);
  expect(taken.text).toContain('You now own “Digest 09:00”.');
  expect(buttonsOf(await typed('list', call))).not.toContain('Edit');
  expect((await pressed(taken, 'Resume', admin)).text).toContain('Next: Mon 23 Nov, 09:00');
});

test('whoever is not in its channel reads nothing of a digest', async () => {
  const { call } = claire({ isIn: async () => false });
  const mine = await typed('add 09:00', call);
  const elsewhere = {
    ...by(call, 'U0BOB000001'),
    place: { ...call.place, channelId: 'C0ELSEWHERE' },
  };

  expect((await pressed(mine, 'Details', elsewhere)).text).toContain('You are not in that channel');
  expect((await typed('list', elsewhere)).text).toContain('There is no digest here yet.');
});

test('the owner of a digest and admins read it from anywhere, and others where they are in its channel', async () => {
  const { call } = claire({ isIn: async (_channel, userId) => userId === 'U0BOB000001' });
  const mine = await typed('add 09:00', call);
  const elsewhere = { ...call, place: { ...call.place, channelId: 'C0ELSEWHERE' } };

  const readers = [
    elsewhere,
    by(elsewhere, 'U0ADMIN0001', true),
    by(elsewhere, 'U0BOB000001'),
    by(call, 'U0EVE000001'),
  ];
  for (const reader of readers) {
    expect((await pressed(mine, 'Details', reader)).text).toContain('Digest 09:00');
  }
  const stranger = by(elsewhere, 'U0EVE000001');
  expect((await pressed(mine, 'Details', stranger)).text).toContain('You are not in that channel');
});

test('a digest is changed by a line, by its name, its id or none when it is the only one', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const [{ id } = { id: '' }] = await store.digests.list({ channelId });

  expect((await typed('edit top:5', call)).text).toContain('“Morning” saved.');
  expect((await typed('edit "morning" days:mon', call)).text).toContain('Every Monday at 09:00');
  const named = await typed(`edit ${id} 10:00 name:Later`, call);
  expect(named.text).toContain('“Later” saved.');
  expect(named.text).toContain('Monday at 10:00');
  expect((await typed('edit every weekday at 8', call)).text).toContain('“Later” saved.');
  expect((await typed('edit Later on mondays at 7', call)).text).toContain('Monday at 07:00');
  const mistyped = await typed('edit Latr top:5', call);
  expect(mistyped.text).toContain('Did you mean “Later”?');
  expect(buttonsOf(mistyped)).toEqual(['/rental digest edit Later top:5']);
  const run = pressOf(mistyped, '/rental digest edit Later top:5');
  expect(run).toEqual({ command: 'digest', args: { typed: 'edit Later top:5' } });
  expect((await typed('edit Later top:5', call)).text).toContain('“Later” saved.');
  // A guess does not post.
  expect(buttonsOf(await typed('run Latr', call))).toEqual(['/rental digest list']);
  await typed('add 11:00', call);
  expect((await typed('edit top:5', call)).text).toContain('Nothing has been changed: several');
});

test.each([
  ['en', 'edit Morning also on Saturdays', 'Monday to Saturday at 09:00'],
  ['en', 'edit Morning on saturdays too', 'Monday to Saturday at 09:00'],
  ['en', 'edit Morning also on Saturdays and Sundays', 'Every day at 09:00'],
  ['en', 'edit Morning saturday and sunday as well', 'Every day at 09:00'],
  ['en', 'edit Morning add saturday', 'Monday to Saturday at 09:00'],
  ['en', 'edit Morning on mondays, also on saturdays', 'Monday and Saturday at 09:00'],
  ['en', 'edit Morning also at 2pm', 'Every weekday at 09:00 and 14:00'],
  ['en', 'edit Morning on saturdays', 'Every Saturday at 09:00'],
  ['en', 'edit Morning also archived', 'Every weekday at 09:00'],
  ['fr', 'modifier Morning aussi le samedi', 'Du lundi au samedi à 09:00'],
  ['fr', 'modifier Morning le samedi aussi', 'Du lundi au samedi à 09:00'],
  ['fr', 'modifier Morning également les samedis et les dimanches', 'Tous les jours à 09:00'],
  ['fr', 'modifier Morning ajoute le samedi', 'Du lundi au samedi à 09:00'],
  ['fr', 'modifier Morning aussi à 14h', 'Tous les jours ouvrés à 09:00 et 14:00'],
  ['fr', 'modifier Morning le samedi', 'Chaque samedi à 09:00'],
] as const)('days and times beside “also” are added (%s): %s', async (language, line, said) => {
  const { call } = claire({}, language);
  await typed('add 09:00 name:Morning', call);

  expect((await typed(line, call)).text).toContain(said);
});

test.each([
  ['remove', '8:30', 'Ready in Lyon'],
  ['remove', 'the 8:30 digest', 'Ready in Lyon'],
  ['remove', 'de 8h30', 'Ready in Lyon'],
  ['remove', 'the ready one', 'Ready in Lyon'],
  ['edit', 'Lyon', 'Ready in Lyon'],
  ['edit', 'the monday digest', 'Digest 18:00'],
  ['edit', 'the evening digest', 'Digest 18:00'],
  ['edit', '"monday evening digest"', 'Digest 18:00'],
  ['edit', 'the 8:45 one', 'Digest 08:45'],
] as const)('of several digests, “%s %s” is about %3$s', async (verb, described, name) => {
  const { call } = claire();
  await typed('add 8:30 name:"Ready in Lyon" decision:ready', call);
  await typed('add 18:00 days:mon', call);
  await typed('add 8:45', call);

  const form = await formOf(digest.run(`${verb} ${described}`, call));
  expect(verb === 'edit' ? formValues(form)['name'] : form.text).toContain(name);
});

test('a description of several digests, or of none, changes nothing', async () => {
  const { call } = claire();
  await typed('add 8:30 name:Ready decision:ready', call);
  await typed('add 8:45', call);

  expect((await typed('remove the morning one', call)).text).toContain(
    'Nothing has been changed: several',
  );
  expect((await typed('remove the 10:00 one', call)).text).toContain('There is no digest “the 10');
  expect((await typed('pause next week', call)).text).toContain(
    'Nothing has been changed: several',
  );
  expect((await typed('pause for christmas', call)).text).toContain(
    'Nothing has been changed: several',
  );
  expect((await typed('stop', call)).text).toContain('Nothing has been changed: several');
});

test.each([
  'pause monday',
  'pause on monday',
  'stop on friday',
  'pause this morning',
  'run on monday',
  'run this morning',
  'pause everything but Lyon',
  'pause -Lyon',
  'run all but the Lyon one',
  'remove all but the Lyon digest',
])('“%s” says when, or what not, and does nothing to any digest', async (line) => {
  const { call, ran, channelId } = claire();
  await typed('add 9:00 name:"Ready in Lyon" decision:ready', call);

  const [answer] = await Array.fromAsync(digest.run(line, call));

  expect(answer?.kind).toBe('message');
  expect(ran).toEqual([]);
  expect(await store.digests.list({ channelId })).toMatchObject([
    { state: 'active', snoozedUntil: null },
  ]);
});

test.each([
  ['en', 'edit from monday to friday at 8', 'Every weekday at 08:00'],
  ['en', 'edit on monday to thursday at 8', 'Monday to Thursday at 08:00'],
  ['en', 'edit every monday to thursday at 7', 'Monday to Thursday at 07:00'],
  ['fr', 'modifier le vendredi à 17h', 'Chaque vendredi à 17:00'],
  ['fr', 'modifier tous les lundis à 9h', 'Chaque lundi à 09:00'],
  ['fr', 'modifier du lundi au jeudi à 8h', 'Du lundi au jeudi à 08:00'],
] as const)('days and times keep their “to” (%s): %s', async (language, line, said) => {
  const { call } = claire({}, language);
  await typed('add 9:30', call);

  expect((await typed(line, call)).text).toContain(said);
});

test('one digest that cannot be read hides no other', async () => {
  const { call, channelId } = claire();
  await typed('add 9:00', call);
  await typed('add 10:00 name:Broken', call);
  await runSql(
    store,
    `update rental_desk.digests set query = 'nonsense:1' where channel_id = '${channelId}' and name like '%Broken%'`,
  );

  expect((await typed('remove foo', call)).text).toContain('There is no digest “foo” here.');
  expect((await typed('pause of monday', call)).text).toContain('no digest “of monday” here.');
  expect((await formOf(digest.run('remove the 9am one', call))).text).toContain('Digest 09:00');
});

test.each([
  ['rename "Digest 09:00" "Ready to decide"', 'Ready to decide'],
  ['rename Digest 09:00 Ready to decide', 'Ready to decide'],
  ['rename the 9am one "Ready to decide"', 'Ready to decide'],
  ['rename the 9am one to "Go to Lyon"', 'Go to Lyon'],
  ['rename the digest to Early', 'Early'],
])('a new name is whole: %s', async (line, name) => {
  const { call, channelId } = claire();
  await typed('add 9:00', call);

  await typed(line, call);

  expect(await store.digests.list({ channelId })).toMatchObject([{ name }]);
});

test('a digest is moved and renamed as people say it', async () => {
  const { call } = claire();
  await typed('add 9:00', call);

  // A name that nobody gave says the time it has now.
  expect((await typed('move to 9:15', call)).text).toContain(
    '“Digest 09:15” saved.\nEvery weekday',
  );
  await typed('add 9:45', call);
  expect((await typed('edit 9:45 to 9:15', call)).text).toContain('“Digest 09:15 (2)” saved.');
  expect((await typed('edit "Digest 09:15" to 10:00', call)).text).toContain(
    '“Digest 10:00” saved',
  );
  expect((await typed('edit from 10:00 to 11:00', call)).text).toContain('“Digest 11:00” saved.');
  const days = await typed('edit "Digest 11:00" monday to thursday at 7', call);
  expect(days.text).toContain('“Digest 07:00” saved.\nMonday to Thursday at 07:00');
  expect((await typed('rename the 7:00 digest to Early', call)).text).toContain('“Early” saved.');
  expect((await typed('edit Early to 8:00', call)).text).toContain('“Early” saved.');
  expect((await typed('rename Early "To decide"', call)).text).toContain('“To decide” saved.');
  expect((await formOf(digest.run('rename To decide', call))).title).toBe('Edit the digest');
});

test('a digest whose name has spaces is edited by it without quotation marks', async () => {
  const { call } = claire();
  await typed('add 09:00 name:"Weekly report"', call);
  await typed('add 10:00 name:Weekly', call);

  const form = await formOf(digest.run('edit weekly report', call));
  expect(formValues(form)['name']).toBe('Weekly report');
  const changed = await typed('edit Weekly report 11:00', call);
  expect(changed.text).toContain('“Weekly report” saved.');
  expect(changed.text).toContain('11:00');
  expect((await typed('edit Weekly 12:00', call)).text).toContain('“Weekly” saved.');
  // A word that a property has is offered as a condition, after the whole name.
  const offered = await typed('edit Weekly report 9am ready R-1', call);
  expect(offered.text).toContain('edit Weekly report 9am ready property:R-1');
});

test('whoever names none of several is shown them, each with its buttons', async () => {
  const { call } = claire();
  await typed('add 09:00 name:Morning', call);
  await typed('add 14:00 name:Noon', call);

  const which = await typed('status', call);
  expect(which.text).toContain(
    'There are several digests here. Choose the one whose history you want, or add its name',
  );
  expect((await typed('run', call)).text).toContain('Choose the one to post now');
  expect(which.text).toContain('Noon');
  expect((await pressed(which, 'Noon', call)).text).toContain('History of “Noon”');
  expect((await pressed(which, 'Details', call)).text).toContain('Morning');

  const { args } = pressOf(await typed('snooze', call), 'Noon');
  expect((await formOf(digest.runAction(args, call))).submit).toBe('Snooze');
});

test.each([
  ['en', 'edit the digest 11:00', 'Every weekday at 11:00'],
  ['en', 'snooze 2 weeks', '“Noon” skips its next 10 posts'],
  ['en', 'pause  the  digest until tuesday', '“Noon” skips Mon 23 Nov, 14:00'],
  ['en', 'rename the digest to "Back to work"', '“Back to work” saved.'],
  ['en', 'pause', '“Noon” paused.'],
  ['fr', 'modifier le point à 11h', 'Tous les jours ouvrés à 11:00'],
  ['fr', 'renommer le point en Tôt', 'Tôt'],
] as const)('a wish that may be for several has a button for each (%s): %s', async (...row) => {
  const [language, line, said] = row;
  const { call, channelId } = claire({}, language);
  await typed('add 09:00 name:Morning', call);
  await typed('add 14:00 name:Noon', call);
  await store.digests.add(
    { ...(await store.digests.list({ channelId }))[0]!, name: 'Bruno’s' },
    'U0BRUNO0001',
    null,
  );

  const which = await typed(line, call);
  const [first] = which.blocks.flatMap((block) => (block.type === 'buttons' ? [block] : []));
  // Bruno’s is not Claire’s to change.
  expect(first?.buttons.map(({ label }) => label)).toEqual(['Morning', 'Noon']);
  expectGood(which);

  const { args } = pressOf(which, 'Noon');
  const answers =
    typeof args['typed'] === 'string'
      ? digest.run(args['typed'], call)
      : digest.runAction(args, call);
  expect((await messageOf(answers)).text).toContain(said);
  const morning = await store.digests.list({ channelId });
  expect(morning.find(({ name }) => name === 'Morning')).toMatchObject({
    state: 'active',
    version: 1,
    snoozedUntil: null,
  });
});

test.each([
  ['en', 'add', 'Digest 9', /2 more have no button here: .+ \/rental digest list has them all\./],
  ['fr', 'ajouter', 'Récap 9', /2 autres n’ont pas de bouton ici.+ \/rental point liste donne la/],
] as const)(
  'of more digests than have buttons, it says that there are more and how they are reached (%s)',
  async (language, add, last, more) => {
    const { call } = claire({}, language);
    for (let hour = 0; hour < 10; hour += 1) {
      await typed(`${add} 0${hour}:00 name:"${last.slice(0, -1)}${hour}"`, call);
    }
    for (const line of ['edit top:3', 'pause', 'run', 'preview', 'remove']) {
      const which = await typed(line, call);
      expect([line, which.text]).toEqual([line, expect.stringMatching(more)]);
      expect(menuOf(which).slice(0, 5)).toEqual(
        [3, 4, 5, 6, 7].map((hour) => `${last.slice(0, -1)}${hour}`),
      );
      expectGood(which);
    }
    // One of them takes the place of a digest.
    const whichOrNew = await typed('style:detailed', call);
    expect(whichOrNew.text).toMatch(language === 'en' ? /3 more have/ : /3 autres n’ont/);
    expect((await typed(`edit "${last}" top:3`, call)).text).toContain(last);
  },
);

test('whoever may change none of several digests is told who may', async () => {
  const { call } = claire();
  await typed('add 09:00', call);
  await typed('add 14:00', call);

  const { text } = await typed('pause', by(call, 'U0EVE000001'));
  expect(text).toContain('Only the owner of a digest and admins can change it.');
});

test.each([
  ['en', 'add 09:00', 'Edit', 'Set up another…'],
  ['en', '9am days:mon-fri', 'Edit', 'Set up another…'],
  ['en', 'offer every weekday at 9', 'Edit', 'Set up another…'],
  ['fr', 'ajouter 9h', 'Modifier', 'En ajouter un autre…'],
] as const)('a digest like one that is there is not added in silence (%s): %s', async (...row) => {
  const [language, line, edit, another] = row;
  const { call, channelId } = claire({}, language);
  await typed('add 09:00', call);
  const [known] = await store.digests.list({ channelId });

  const offer = await typed(line, call);
  expect(offer.text).toContain(`(ID ${known?.id ?? ''})`);
  expect(buttonsOf(offer)).toEqual([edit, another]);
  expectGood(offer);
  expect(await store.digests.list({ channelId })).toEqual([known]);
  const form = await formOf(digest.runAction(pressOf(offer, another).args, call));
  expect(
    (await messageOf(digest.submit!(form.action.args, formValues(form), call))).text,
  ).toContain(`(ID ${known?.id ?? ''})`);
  expect(await store.digests.list({ channelId })).toHaveLength(2);
  expect(buttonsOf(await typed(line, by(call, 'U0EVE000001')))[0]).not.toBe(edit);
});

test('a digest of other times, files or days is no other one, and one with a name is added with a word', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00', call);

  for (const line of [
    'add 10:00',
    'add 09:00 ready',
    'add 09:00 days:mon',
    'add 9:00 min-age:1bd',
  ]) {
    expect((await typed(line, call)).text).not.toContain('the same files');
  }
  const named = await typed('add 09:00 name:Second', call);
  expect(named.text).toContain('“Second” is set up. There is “Digest 09:00” (ID');
  expect(await store.digests.list({ channelId })).toHaveLength(6);
});

test.each([
  ['en', 'language:french', 'fr', 'New digest'],
  ['fr', 'langue:anglais', 'en', 'Nouveau récap'],
] as const)(
  'options alone are for a digest that is there, or for a new one (%s)',
  async (...row) => {
    const [language, line, set, add] = row;
    const { call, channelId } = claire({}, language);
    await typed('add 14:00 name:Noon', call);

    const asked = await typed(line, call);
    expect(buttonsOf(asked)).toEqual(['Noon', add]);
    expectGood(asked);
    expect(await store.digests.list({ channelId })).toMatchObject([{ version: 1 }]);

    await typed(String(pressOf(asked, 'Noon').args['typed']), call);
    expect(await store.digests.list({ channelId })).toMatchObject([{ options: { language: set } }]);
    // Whoever may change none sets up a new one.
    const { text } = await typed(line, by(call, 'U0EVE000001'));
    expect(text).toMatch(/is set up|est en place/u);
  },
);

test.each(['typed', 'pressed'] as const)('removing, %s, asks first', async (how) => {
  const { call } = claire();
  const made = await typed('add 09:00 name:Morning', call);

  const asked = await formOf(
    how === 'typed'
      ? digest.run('remove Morning', call)
      : digest.runAction(pressOf(made, 'Remove…').args, call),
  );
  expect(await call.digests?.digests.list({ channelId: call.place.channelId ?? '' })).toHaveLength(
    1,
  );
  const others = by(call, 'U0BOB000001');
  expect(asked).toMatchObject({ title: 'Remove digest', submit: 'Remove' });
  const refused = await messageOf(digest.submit!(asked.action.args, {}, others));
  expect(refused.text).toContain('Only the owner of a digest and admins');
  const gone = await messageOf(digest.submit!(asked.action.args, {}, call));

  expect(gone.text).toContain('“Morning” removed.');
  expect(gone.text).toContain('There is no digest here yet.');
});

test.each([
  {
    what: 'what is still due today',
    line: 'add 09:00,14:00,18:00 days:daily holidays:none',
    offered: ['The rest of today', 'Back Sun 22 Nov, 09:00'],
    told: 'skips Sat 21 Nov, 14:00 · Sat 21 Nov, 18:00.',
    until: '2026-11-22T00:00:00+01:00',
    next: 'Next: Sun 22 Nov, 09:00',
  },
  {
    what: 'the next time, where nothing more is due today',
    line: 'add 09:00 days:daily holidays:none',
    offered: ['The next post', 'Back Mon 23 Nov, 09:00'],
    told: 'skips Sun 22 Nov, 09:00.',
    until: '2026-11-23T00:00:00+01:00',
    next: 'Next: Mon 23 Nov, 09:00',
  },
  {
    what: 'the next time, also after days without any',
    line: 'add 09:00',
    offered: ['The next post', 'Back Tue 24 Nov, 09:00'],
    told: 'skips Mon 23 Nov, 09:00.',
    until: '2026-11-24T00:00:00+01:00',
    next: 'Next: Tue 24 Nov, 09:00',
  },
  {
    what: 'only the next time, where others follow it that day',
    line: 'add 09:00,09:01',
    offered: ['The next post', 'Back Mon 23 Nov, 09:01'],
    told: 'skips Mon 23 Nov, 09:00.',
    until: '2026-11-23T09:01:00+01:00',
    next: 'Next: Mon 23 Nov, 09:01',
  },
  {
    what: 'today, and not midnight after it',
    line: 'add 00:00,14:00 days:daily holidays:none',
    offered: ['The next post', 'Back Sun 22 Nov, 00:00'],
    told: 'skips Sat 21 Nov, 14:00.',
    until: '2026-11-22T00:00:00+01:00',
    next: 'Next: Sun 22 Nov, 00:00',
  },
])('snoozing leaves out $what', async ({ line, offered, told, until, next }) => {
  const { call, channelId } = claire();
  await typed(line, call);

  const form = await formOf(digest.run('snooze', call));
  const message = await messageOf(digest.submit!(form.action.args, { period: 'next' }, call));

  expect(choicesIn(form)[0]).toEqual(offered);
  expect(message.text).toContain(told);
  expect(message.text).toContain(`${next}.`);
  const [held] = await store.digests.list({ channelId });
  expect(held?.snoozedUntil).toBe(Date.parse(until));
  expectGood(message);
});

/** The labels of the choices in a form, each with what it says. */
function choicesIn({ blocks }: Form) {
  return blocks.flatMap((block) =>
    block.type === 'input' && block.element.type === 'radio_buttons'
      ? block.element.options.map(({ text, description }) => [text.text, description?.text])
      : [],
  );
}

test.each(['pause Noon', 'pause Noon until friday'])(
  'of several, the one that was stopped by “%s” is resumed, and posts again',
  async (stopping) => {
    const { call } = claire();
    await typed('add 09:00 name:Morning', call);
    await typed('add 14:00 name:Noon', call);
    const { channelId } = call.place;
    const noon = async () => (await store.digests.list({ channelId: channelId ?? '' })).at(-1);
    await typed(stopping, call);
    expect(await noon()).not.toMatchObject({ state: 'active', snoozedUntil: null });

    const resumed = await typed('resume', call);
    expect(resumed.text).toContain('“Noon” resumed.');
    expect(resumed.text).not.toMatch(/snoozed|Paused/i);
    expect(await noon()).toMatchObject({ name: 'Noon', state: 'active', snoozedUntil: null });
    // Of those that run, one is asked for.
    expect((await typed('resume', call)).text).toContain('Choose the one to resume');
  },
);

test('a digest is snoozed for as long as is asked, by name, and woken by one press', async () => {
  const { call, channelId } = claire();
  const made = await typed('add 09:00 holidays:none name:Morning', call);

  const form = await formOf(digest.runAction(pressOf(made, 'Snooze…').args, call));
  const told = await messageOf(digest.submit!(form.action.args, { period: '7' }, call));
  const woken = await pressed(told, 'End snooze', call);

  expect(form.text).toBe('“Morning” will be skipped for everyone');
  expect(JSON.stringify(form.blocks)).toContain(channelId);
  expect(choicesIn(form)).toEqual([
    ['The next post', 'Back Tue 24 Nov, 09:00'],
    ['1 week', 'Back Mon 30 Nov, 09:00'],
    ['2 weeks', 'Back Mon 7 Dec, 09:00'],
    ['30 days', 'Back Mon 21 Dec, 09:00'],
  ]);
  expect(told.text).toContain('“Morning” skips its next 5 posts.');
  expect(JSON.stringify(told.blocks)).toContain(
    '"Snoozed by "},{"type":"user","user_id":"U0CLAIRE001"},{"type":"text","text":" until Sat 28 Nov."}',
  );
  expect(menuOf(told)).not.toContain('Snooze…');
  expect(woken.text).toContain('“Morning” is no longer snoozed.');
  expect(woken.text).toContain('Next: Mon 23 Nov, 09:00.');
});

test('only those who may are asked for how long, and only what was offered is taken', async () => {
  const { call } = claire();
  const made = await typed('add 09:00', call);
  const others = by(call, 'U0BOB000001');
  const { args } = pressOf(made, 'Snooze…');
  const form = await formOf(digest.runAction(args, call));

  expect((await messageOf(digest.runAction(args, others))).text).toContain('Only the owner');
  const submitted = digest.submit!(form.action.args, { period: 'next' }, others);
  expect((await messageOf(submitted)).text).toContain('Only the owner of a digest and admins');
  await expect(messageOf(digest.submit!(form.action.args, { period: '8' }, call))).rejects.toThrow(
    StaleActionError,
  );
});

test.each([
  ['remove', {}],
  ['snooze', { period: '7' }],
])('to %s a digest that is gone meanwhile is refused in words', async (verb, filled) => {
  const { call } = claire();
  await typed('add 09:00 name:Morning', call);
  const form = await formOf(digest.run(`${verb} Morning`, call));
  const removing = await formOf(digest.run('remove Morning', call));
  await messageOf(digest.submit!(removing.action.args, {}, call));

  const refused = await messageOf(digest.submit!(form.action.args, filled, call));

  expect(refused.text).toContain('This digest was removed.');
  expectGood(refused);
});

test.each(['Preview', 'Edit', 'Post now', 'Snooze…', 'Pause', 'Details', 'Remove…'])(
  '“%s” below a digest that was removed says so',
  async (label) => {
    const { call } = claire();
    const made = await typed('add 09:00 name:Morning', call);
    const removing = await formOf(digest.run('remove Morning', call));
    await messageOf(digest.submit!(removing.action.args, {}, call));

    const refused = await pressed(made, label, call);

    expect(refused.text).toBe(
      'This digest was removed. Type /rental digest list for those there are.',
    );
    expectGood(refused);
  },
);

test.each([
  ['en', 'remove', 'This digest was removed.', 'There is no digest “zzzz” here.'],
  ['fr', 'supprimer', 'Ce récap a été supprimé.', 'Il n’y a pas de récap «\u00a0zzzz\u00a0» ici.'],
] as const)(
  'in %s, a typed id is of a digest that was removed, or of none',
  async (language, verb, removed, unknown) => {
    const { call, channelId } = claire({}, language);
    await typed('add 09:00 name:Morning', call);
    const [made] = await store.digests.list({ channelId });
    const id = made?.id ?? '';
    const removing = await formOf(digest.run(`${verb} ${id}`, call));
    await messageOf(digest.submit!(removing.action.args, {}, call));

    expect((await typed(`${verb} ${id.toUpperCase()}`, call)).text).toContain(removed);
    expect((await typed(`${verb} zzzz`, call)).text).toContain(unknown);
    expect(await store.digests.wasRemoved(id, 'alert')).toBe(false);
  },
);

test('what is removed between a look and its change is refused as removed', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const form = await formOf(digest.run('edit Morning', call));
  const { digests } = call;
  if (digests === undefined) throw new Error('there is no store of digests');
  const [before] = await store.digests.list({ channelId });
  const late = {
    ...call,
    digests: {
      ...digests,
      digests: { ...digests.digests, find: async () => before ?? null },
    },
  };
  const id = before?.id ?? '';
  await digests.digests.remove(id, call.person.userId);

  expect((await typed(`pause ${id}`, late)).text).toContain('This digest was removed.');
  await expect(
    messageOf(digest.submit!(form.action.args, formValues(form), late)),
  ).rejects.toMatchObject({
    fields: { name: expect.stringContaining('This digest was removed.') },
  });
});

test.each(['Pause', 'Details', 'Post now'])(
  'what has become of a digest after “%s” leads back to its page of the list',
  async (label) => {
    const { call } = claire();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await typed(`add 09:00 name:d${number}`, call);
    const inList = { ...call, place: { ...call.place, surface: 'button' as const } };
    const first = await messageOf(digest.runAction({ do: 'list' }, inList));
    const second = await pressed(first, 'Next ›', inList);

    const outcome = await pressed(second, label, inList);
    expectGood(outcome);
    const back = await pressed(outcome, '‹ All digests', inList);

    expect(back.text).toContain('Page 2 of 2');
    expect(back.text).toContain('d6');
    expect(buttonsOf(await typed('pause d1', call))).not.toContain('‹ All digests');
  },
);

test('a form over a page of the list of digests leads back to that page', async () => {
  const { call } = claire();
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await typed(`add 09:00 name:d${number}`, call);
  const over = { ...call, place: { ...call.place, returns: true } };

  const edit = await formOf(digest.run('edit d7', call));
  const changed = await messageOf(digest.submit!(edit.action.args, formValues(edit), over));
  expect(changed.text).toContain('Page 2 of 2');
  const remove = await formOf(digest.run('remove d7', call));
  const gone = await messageOf(digest.submit!(remove.action.args, {}, over));
  expect(gone.text).toContain('Page 2 of 2');
  expect(gone.text).toContain('d6');
});

test('a digest that was removed is not said to be unchanged where the others cannot be listed', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const removing = await formOf(digest.run('remove Morning', call));
  const { digests } = call;
  if (digests === undefined) throw new Error('there is no store of digests');
  const cut = {
    ...call,
    digests: { ...digests, digests: { ...digests.digests, list: async () => cutOff() } },
  };

  const removed = await messageOf(digest.submit!(removing.action.args, {}, cut));
  expect(removed.text).toBe(
    '“Morning” removed. The list cannot be shown: Rental Desk’s database does not answer.',
  );
  expectGood(removed);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

function cutOff(): never {
  throw new StoreError('unreachable', 'The connection is cut off');
}

test('snoozing is told in French', async () => {
  const { call } = claire({}, 'fr');
  await typed('ajouter 9h nom:Matin', call);
  const form = await formOf(digest.run('veille', call));

  const { text } = await messageOf(digest.submit!(form.action.args, { period: 'next' }, call));

  expect(text).toContain('« Matin » saute : lun. 23 nov. à 09:00.');
});

test('a run is handed on, and told', async () => {
  const { call, ran } = claire();
  await typed('add 09:00 name:Morning', call);

  for (const line of ['run', 'run now', 'lance maintenant']) {
    expect((await typed(line, call)).text).toContain('Posting “Morning” now.');
  }
  expect(ran.map(({ name }) => name)).toEqual(['Morning', 'Morning', 'Morning']);
  const { digests } = digestDeskOver(store);
  const isUnderWay = { digests: { ...digests, runNow: async () => false } };
  const again = await typed('run', { ...call, ...isUnderWay });
  expect(again.text).toContain('“Morning” is being posted already.');
});

test('a preview is the digest itself, as the channel would see it', async () => {
  const { call, channelId } = claire();
  await call.store.settings.save(channelId, { privacy: 'reference' }, 'U1');
  await typed('add 09:00 name:Morning top:3 mentions:me', call);

  const message = await typed('preview', call);

  expect(message.text).toContain('Morning: 20 rental files await a decision');
  expect(message.text).toContain('Preview: only you can see this.');
  expect(message.text).toContain('+17 more');
  expect(message.text).not.toContain('Lefèvre');
  expect(JSON.stringify(message.blocks)).not.toContain('U0CLAIRE001');
  expectGood(message);
});

test('a preview before it is known what is snoozed says that it may show such files', async () => {
  const { call } = claire();
  await typed('add 09:00 name:Morning', call);
  const triage = { ...call.triage!, state: () => null };
  const message = await typed('preview', { ...call, triage });

  expect(message.text).toContain('Who has taken, watches or snoozed files is not known');
  expectGood(message);
  expect((await typed('preview', call)).text).not.toContain('is not known');
});

test('a preview over files that cannot be read anew says so', async () => {
  let isDown = false;
  const { call } = claire({}, 'en', () => {
    if (isDown) throw serviceDown();
    return pagesOf(rentalFiles(20));
  });
  await typed('add 09:00 name:Morning', call);
  expect((await typed('preview', call)).text).not.toContain('is unavailable');
  isDown = true;
  await expect(call.portfolio.read()).rejects.toThrow(RentalError);

  const message = await typed('preview', call);

  expect(message.text).toMatch(/^The Rental File Service is unavailable: .*\n.*Morning: 20/su);
  expect(JSON.stringify(message.blocks[0])).toContain('is unavailable');
  expect(message.warning).toMatchObject({ code: 'rental_down' });
  expectGood(message);
});

test('a preview reads old files anew, and says where that has just failed', async () => {
  let isDown = false;
  const { call } = claire({}, 'en', () => {
    if (isDown) throw serviceDown();
    return pagesOf(rentalFiles(20));
  });
  await typed('add 09:00 name:Morning', call);
  await call.portfolio.read();
  isDown = true;

  const fresh = await typed('preview', { ...call, now: () => call.now() + 60_000 });
  expect(fresh.text).not.toContain('is unavailable');
  const old = await typed('preview', { ...call, now: () => call.now() + 61_000 });
  expect(old.text).toMatch(/^The Rental File Service is unavailable: .*\n.*Morning: 20/su);
});

test('where strangers read along, a preview names nobody', async () => {
  const { call, channelId } = claire({ sharing: async () => 'external' });
  await call.store.settings.save(channelId, { privacy: 'full' }, 'U1');
  await typed('add 09:00', call);

  expect((await typed('preview', call)).text).not.toMatch(/Lefèvre|A\.\sL\./);
});

test('the ledger tells what was sent and what comes next', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const [{ id } = { id: '' }] = await store.digests.list({ channelId });
  await store.deliveries.planRun(id, '2026-11-20T12:00', 60_000);

  const empty = await typed('status', claire().call);
  const message = await typed('status', call);

  expect(empty.text).toContain('There is no digest here yet.');
  expect(message.text).toContain('History of “Morning”');
  expect(message.text).toContain('Next: Mon 23 Nov, 09:00');
  expect(message.text).toMatch(/on request: due, not posted yet/);
  // The words of its button.
  expect((await typed('history', call)).text).toBe(message.text);
  expect((await typed('historique', call)).text).toBe(message.text);
  expectGood(message);
});

function numberedIn({ text }: Message): string[] {
  return [...text.matchAll(/Digest \d\d(?=\.)/g)].map(([name]) => name);
}

test('many digests are listed five a page, forth and back, each once', async () => {
  const { call } = claire();
  const names = Array.from({ length: 12 }, (_, index) => `Digest ${10 + index}`);
  for (const name of names) await typed(`add 09:00 name:"${name}"`, call);

  const first = await typed('list', call);
  const second = await pressed(first, 'Next ›', call);
  const third = await pressed(second, 'Next ›', call);
  expect([first, second, third].map((page) => numberedIn(page).length)).toEqual([5, 5, 2]);
  expect([first, second, third].flatMap(numberedIn).toSorted()).toEqual(names);
  expect(buttonsOf(third)).not.toContain('Next ›');
  expect(buttonsOf(first)).not.toContain('‹ Prev');
  const back = await pressed(third, '‹ Prev', call);
  expect(numberedIn(back)).toEqual(numberedIn(second));
  expect(numberedIn(await pressed(back, '‹ Prev', call))).toEqual(numberedIn(first));
});

test('the history has each delivery once, twelve a page, down to the first', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const [{ id } = { id: '' }] = await store.digests.list({ channelId });
  const hours = Array.from({ length: 30 }, (_, hour) => hour);
  for (const hour of hours) await plannedRun(store, id, `run ${hour}`, 60_000);
  await runSql(
    store,
    `update rental_desk.deliveries
     set due_at = timestamptz '2026-11-20T12:00Z' - interval '1 hour' * substr(slot, 5)::integer
     where digest_id = $1`,
    [id],
  );

  const pages = [await typed('status', call)];
  for (let page = pages[0]; page && buttonsOf(page).includes('Older ›'); page = pages.at(-1)) {
    pages.push(await pressed(page, 'Older ›', call));
  }
  const times = pages.map(({ text }) =>
    [...text.matchAll(/(\d\d):00.*on request/g)].map(([, hour]) => Number(hour)),
  );
  expect(times.map(({ length }) => length)).toEqual([12, 12, 6]);
  // Noon in UTC is one o’clock in Paris.
  expect(times.flat()).toEqual(hours.map((hour) => (13 - hour + 48) % 24));
});

test('a form sets up a digest, with here and now filled in', async () => {
  const { call, channelId } = claire();

  const form = await formOf(digest.run('add', call));
  const filled = { ...formValues(form), name: 'Morning', query: 'décision:prêt', target: '5' };
  const message = await messageOf(digest.submit!(form.action.args, filled, call));

  expect(formValues(form)).toEqual({
    channel: channelId,
    times: '09:00',
    days: ['1', '2', '3', '4', '5'],
    zone: 'Europe/Paris',
    target: 'none',
    empty: 'skip',
  });
  expect(message.text).toContain('“Morning” is set up.');
  expect((await store.digests.list({ channelId }))[0]).toMatchObject({
    query: '-status:closed archived:no decision:ready sort:waiting',
    options: { targetDays: 5 },
  });
});

test('a channel has a hundred digests at most, by command and by form, also by moving one there', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00', call);
  const [first] = await store.digests.list({ channelId });
  if (first === undefined) throw new Error('nothing was set up');
  for (let number = 2; number <= SAVED_MAX; number += 1) {
    await store.digests.add({ ...first, name: `Digest ${number}` }, call.person.userId, null);
  }
  const refusal = 'There are already 100 digests there, the most a channel or a person can have.';

  expect((await typed('add 10:00', call)).text).toContain(refusal);
  const form = await formOf(digest.run('add', call));
  await expect(
    Array.fromAsync(digest.submit!(form.action.args, formValues(form), call)),
  ).rejects.toMatchObject({ fields: { channel: expect.stringContaining(refusal) } });

  const { call: elsewhere } = claire();
  await typed('add 09:00 name:moved', elsewhere);
  expect((await typed(`edit moved channel:<#${channelId}>`, elsewhere)).text).toContain(refusal);
  expect(await store.digests.list({ channelId })).toHaveLength(SAVED_MAX);

  // Those that are there are still changed, and one more fits once one is removed.
  expect((await typed('edit "Digest 100" 11:00', call)).text).toContain('11:00');
  await store.digests.remove(first.id, call.person.userId);
  expect((await typed('add 10:00', call)).text).toContain('is set up');
});

test('both forms hand back what they show, and change nothing by it', async () => {
  const { call, channelId } = claire({}, 'fr');
  const options =
    'âge-min:1jo objectif:3 grouper:bien top:5 style:détaillé mentions:moi confidentialité:référence langue:fr vide:dire supprimer-après:9 rattrapage:30min escalade:3jo,<#C0MANAGERS> si-férié:reporter';
  const made = await typed(`ajouter 9h nom:Matin bien:lyon ${options}`, call);
  const [before] = await store.digests.list({ channelId });

  const edit = await formOf(digest.runAction(pressOf(made, 'Modifier').args, call));
  await messageOf(digest.submit!(edit.action.args, formValues(edit), call));
  const more = await formOf(digest.runAction(await moreOf(call), call));
  const told = await messageOf(digest.submit!(more.action.args, formValues(more), call));
  const [after] = await store.digests.list({ channelId });

  expect(told.text).toContain('« Matin » est enregistré.');
  expect(after).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
  expect(formValues(edit)['query']).toBe('bien:lyon');
  expect(formValues(more)['minAge']).toBe('1bd');
  expect(formValues(more)).toMatchObject({
    mentions: [call.person.userId],
    escalateAfter: '3',
    escalate: 'C0MANAGERS',
  });
});

test.each([
  ['en', 'More options', 'Change more options of this digest'],
  ['fr', 'Plus d’options', 'Modifier d’autres options de ce récap'],
] as const)(
  'a digest without a name has options all the same (%s)',
  async (language, more, said) => {
    const form = await formOf(digest.run('add', claire({}, language).call));
    const shown = form.blocks.flatMap((block) => (block.type === 'buttons' ? block.buttons : []));
    expect(shown).toMatchObject([{ label: more, spoken: said }]);
  },
);

test('a form opened before somebody else changed the digest shows no more of its options', async () => {
  const { call, channelId } = claire();
  const made = await typed('add 09:00 name:Morning', call);
  const folded = await formOf(digest.runAction(pressOf(made, 'Edit').args, call));
  const more = pressOf(folded, 'More options').args;
  expect((await formOf(digest.runAction(more, call))).title).toBe('Edit the digest');
  await typed('edit Morning 11:00', by(call, 'U0BOB000001', true));

  const refused = await messageOf(digest.runAction(more, call));

  expect(refused.text).toContain('This digest was changed in the meantime.');
  expectGood(refused);
  const [after] = await store.digests.list({ channelId });
  expect(after?.schedule.times).toEqual(['11:00']);
});

test('people are picked, and user groups that were typed stay', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 mentions:<!subteam^S0TEAM0001>,me', call);
  const form = await formOf(digest.runAction(await moreOf(call), call));
  const filled = { ...formValues(form), mentions: ['U0BOB000001', 'U0NADIA0001'] };

  await messageOf(digest.submit!(form.action.args, filled, call));

  const [after] = await store.digests.list({ channelId });
  expect(after?.options.mentions).toEqual(['S0TEAM0001', 'U0BOB000001', 'U0NADIA0001']);
});

test('what a digest does once it is posted is chosen in the form, and told in words', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00', call);
  const form = await formOf(digest.runAction(await moreOf(call), call));
  expect(formValues(form)['live']).toBe('on');

  const filled = { ...formValues(form), live: 'off' };
  const told = await messageOf(digest.submit!(form.action.args, filled, call));

  expect((await pressed(told, 'Details', call)).text).toContain('Stays as it was posted');
  const [after] = await store.digests.list({ channelId });
  expect(after?.options.live).toBe(false);
});

test('an escalation takes both a channel and days', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00', call);
  const form = await formOf(digest.runAction(await moreOf(call), call));
  const submit = (over: Record<string, string>) =>
    messageOf(digest.submit!(form.action.args, { ...formValues(form), ...over }, call));

  await expect(submit({ escalate: 'C0MANAGERS' })).rejects.toEqual(
    new FormError({ escalateAfter: 'Required.' }),
  );
  await expect(submit({ escalateAfter: '3' })).rejects.toEqual(
    new FormError({ escalate: 'Required.' }),
  );
  await expect(submit({ escalateAfter: 'soon', escalate: 'C0MANAGERS' })).rejects.toEqual(
    new FormError({
      escalateAfter:
        '“soon” is not understood. This takes 1 to 250 working days, for example: 3bd, none.',
    }),
  );
  await submit({ escalateAfter: '3', escalate: 'C0MANAGERS' });
  const [after] = await store.digests.list({ channelId });
  expect(after?.options.escalate).toEqual({ afterDays: 3, channelId: 'C0MANAGERS' });
});

test.each([
  ['gone', true],
  ['here', false],
  ['unknown', false],
] as const)('an owner who is %s: told to whoever lists digests: %s', async (state, isTold) => {
  const { call } = claire({ ownerState: async () => state });
  await typed('add 09:00', call);

  const said = [await typed('list', call), await typed('status', call)];

  const sentence = 'The owner has left; an admin can take over.';
  expect(said.map(({ text }) => text.includes(sentence))).toEqual([isTold, isTold]);
  for (const message of said) expectGood(message);
});

test('the status of Rental Desk tells which digests come next here', async () => {
  const { call } = claire();
  await typed('add 14:00 name:Later', call);
  await typed('add 09:00 name:Sooner', call);
  await typed('add 08:00 name:Paused', call);
  await typed('pause Paused', call);

  const { text } = await messageOf(statusFor('0.1.0').run('', call));

  expect(text).toContain('• Next digests: Sooner, Mon 23 Nov, 09:00; Later, Mon 23 Nov, 14:00\n');
});

test('a form that cannot be read stays open and says which field to mend', async () => {
  const { call } = claire();
  const form = await formOf(digest.run('add', call));
  const submit = (over: Record<string, string | readonly string[]>) =>
    messageOf(digest.submit!(form.action.args, { ...formValues(form), ...over }, call));

  await expect(
    submit({ times: '9, 25:00', zone: 'Mars', query: 'dupont', days: [] }),
  ).rejects.toEqual(
    new FormError({
      times: '“25:00” is not understood. For example: 09:00, 9h30, 9am.',
      zone: '“Mars” is not understood. For example: Europe/Paris, America/New_York.',
      days: 'Required.',
      query: expect.stringContaining('“dupont” is a plain word.'),
    }),
  );
});

test('all fields that are wrong are marked at once, those of more options too', async () => {
  const { call } = claire({}, 'fr');
  await typed('ajouter 09:00', call);
  const form = await formOf(digest.runAction(await moreOf(call), call));
  const wrong = { ...formValues(form), times: 'tard', holidays: '-3', deleteAfter: 'abc' };

  for (const previous of ['keep', 'delete']) {
    const submitted = messageOf(digest.submit!(form.action.args, { ...wrong, previous }, call));
    await expect(submitted).rejects.toEqual(
      new FormError({
        times: expect.stringContaining('« tard »'),
        holidays: expect.stringContaining('« -3 »'),
        deleteAfter: expect.stringContaining('« abc »'),
      }),
    );
  }
});

test('days after which posts are deleted are refused where none is to be deleted', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 delete-after:7', call);
  const form = await formOf(digest.runAction(await moreOf(call), call));
  const submit = (over: Record<string, string>) =>
    messageOf(digest.submit!(form.action.args, { ...formValues(form), ...over }, call));

  await expect(submit({ previous: 'keep', deleteAfter: '3' })).rejects.toEqual(
    new FormError({ deleteAfter: expect.stringContaining('is not to be deleted') }),
  );
  // Those that it had are left in the field by whoever chooses that posts stay.
  await submit({ previous: 'keep' });
  const [after] = await store.digests.list({ channelId });
  expect(after?.options).toMatchObject({ previous: 'keep', deleteAfterDays: null });
});

test.each([
  ['folded', null, 'fr'],
  ['unfolded', null, 'fr'],
  ['unfolded', 'en', null],
] as const)(
  'a new digest speaks its author’s language, form %s, channel %s',
  async (how, held, language) => {
    const { call, channelId } = claire({}, 'fr');
    if (held) await call.store.settings.save(channelId, { language: held }, 'U0CLAIRE001');
    const folded = await formOf(digest.run('ajouter', call));
    const form = how === 'folded' ? folded : await formOf(digest.runAction({ do: 'unfold' }, call));

    await messageOf(
      digest.submit!(form.action.args, { ...formValues(form), channel: channelId }, call),
    );

    const [made] = await store.digests.list({ channelId });
    expect(made?.options.language).toBe(language);
  },
);

test('a paused digest is not snoozed, whichever way it is asked for', async () => {
  const { call, channelId } = claire();
  const made = await typed('add 09:00', call);
  const [{ id } = { id: '' }] = await store.digests.list({ channelId });
  const form = await formOf(digest.runAction({ do: 'snooze', id }, call));
  await pressed(made, 'Pause', call);

  const answers = [
    await typed('snooze 3d', call),
    await typed('snooze until monday', call),
    await messageOf(digest.runAction({ do: 'snooze', id }, call)),
    await messageOf(digest.submit!(form.action.args, { ...formValues(form), period: '7' }, call)),
  ];

  for (const { text } of answers) expect(text).toContain('“Digest 09:00” is paused');
  expect(await store.digests.find(id)).toMatchObject({ state: 'paused', snoozedUntil: null });
});

test('two people with the same form open do not undo each other', async () => {
  const { call } = claire();
  const made = await typed('add 09:00', call);
  const form = await formOf(digest.runAction(pressOf(made, 'Edit').args, call));
  await typed('edit top:5', call);

  await expect(messageOf(digest.submit!(form.action.args, formValues(form), call))).rejects.toThrow(
    FormError,
  );
});

test('a digest that is due and not planned yet stays due, unless its new times leave that out', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00', call);
  const dueAt = Date.parse('2026-11-23T09:00:00+01:00');
  const later = { ...call, now: () => dueAt + 20_000 };
  const dueAfter = async (line: string) => {
    await typed(line, later);
    const [only] = await store.digests.list({ channelId });
    return only?.nextDueAt;
  };

  expect(await dueAfter('edit top:10')).toBe(dueAt);
  expect(await dueAfter('resume')).toBe(dueAt);
  expect(await dueAfter('edit 09:00,15:00')).toBe(dueAt);
  expect(await dueAfter('edit 10:00')).toBe(dueAt + 3_600_000);
  expect(await dueAfter('edit zone:America/New_York')).toBe(dueAt + 7 * 3_600_000);
});

test('a digest whose query or zone became unreadable says so, and can be mended', async () => {
  const { call, ran, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const [made] = await store.digests.list({ channelId });
  if (made === undefined) throw new Error('nothing was made');
  const broken = { ...made, query: 'nonsense:yes', schedule: { ...made.schedule, zone: 'Mars/X' } };
  await store.digests.edit(made, broken, 'U1', null);

  const list = await typed('list', call);
  const preview = await typed('preview', call);
  const before = await store.digests.find(made.id);
  for (const line of ['run', 'resume', 'edit top:3', 'rename Morning to Early']) {
    expect([line, (await typed(line, call)).text]).toEqual([
      line,
      expect.stringContaining('can no longer be read'),
    ]);
  }
  expect([ran, await store.digests.find(made.id)]).toEqual([[], before]);
  expect(JSON.stringify(preview.blocks)).toContain(JSON.stringify({ do: 'edit', id: made.id }));
  const others = by(call, 'U0BOB000001');
  expect((await typed('preview', others)).text).toContain('Its owner or an admin needs to change');
  const mended = await typed('edit zone:Europe/Paris decision:ready', call);

  expect(list.text).toContain('The query can no longer be read');
  expect(list.text).toContain('is no longer known: edit zone: or holidays:');
  expect(preview.text).toContain('can no longer be read');
  expect(mended.text).toContain('Next: Mon 23 Nov, 09:00.');
});

test('a digest that a newer version has set up says so, and an older one does not change it', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:Morning', call);
  const [made] = await store.digests.list({ channelId });
  if (made === undefined) throw new Error('nothing was made');
  await runSql(store, `update rental_desk.digests set report = 'quarter' where id = $1`, [made.id]);
  const list = await typed('list', call);
  expect(list.text).toContain('A newer version of Rental Desk has set this up.');
  const refused = await typed('edit top:3', call);
  expect(refused.text).toContain('remove it and set it up again');
  expect((await store.digests.find(made.id))?.version).toBe(made.version);
  // What it posts is not known to be alike.
  const other = await typed('add 09:00', call);
  expect(other.text).toContain('is set up.');
  expect(other.text).not.toContain('Morning');
});

test.each([
  ['en', 'A newer version of Rental Desk has set this up.', 'set it up again', 'Paused'],
  ['fr', 'Cette configuration vient d’une version plus récente', 'recréez-la', 'En pause'],
] as const)(
  'a digest of a newer version is refused before anything is asked or stored (%s)',
  async (language, happened, remedy, isPaused) => {
    const { call, ran, channelId } = claire({}, language);
    await typed(language === 'en' ? 'add 09:00 name:Morning' : 'ajouter 9h nom:Morning', call);
    const [made] = await store.digests.list({ channelId });
    const id = made?.id ?? '';
    await runSql(store, `update rental_desk.digests set report = 'quarter' where id = $1`, [id]);

    for (const what of ['edit', 'more', 'unfold', 'preview', 'run', 'snooze']) {
      const refused = await messageOf(digest.runAction({ do: what, id }, call));
      expect([what, refused.text.includes(happened), refused.text.includes(remedy)]).toEqual([
        what,
        true,
        true,
      ]);
      expectGood(refused);
    }
    expect(ran).toEqual([]);
    const paused = await messageOf(digest.runAction({ do: 'pause', id }, call));
    expect(paused.text).toContain(happened);
    // When it comes is not known, nor what it posts.
    for (const what of ['list', 'details', 'status']) {
      const { text } = await messageOf(digest.runAction({ do: what, id }, call));
      const [ofDigest = ''] = text.split('/rental', 1);
      expect([what, ofDigest]).toEqual([what, expect.stringContaining(happened)]);
      expect([what, ofDigest]).not.toEqual([what, expect.stringMatching(/9.00|weekday|ouvrés/u)]);
    }
    expect(paused.text).toContain(isPaused);
    expect((await messageOf(digest.runAction({ do: 'list' }, call))).text).toContain(isPaused);
    const { version } = (await store.digests.find(id)) ?? {};
    expect((await messageOf(digest.runAction({ do: 'resume', id }, call))).text).toContain(
      happened,
    );
    expect(await store.digests.find(id)).toMatchObject({ version, state: 'paused' });
  },
);

test('a button from another version is refused, and nothing works without a desk', async () => {
  const { call } = claire();
  const { digests, ...bare } = call;

  await expect(messageOf(digest.runAction({ do: 'dance' }, call))).rejects.toThrow(
    StaleActionError,
  );
  expect((await typed('add 09:00', bare)).text).toContain('Digests cannot be set up here.');
  expect(digests).toBeDefined();
});

test.each([
  [
    'en',
    'add 09:00 report:weekly',
    'Weekly report',
    'On the first weekday of the week at 09:00 in this channel. Next: Mon 23 Nov, 09:00.',
  ],
  [
    'fr',
    'ajouter 9h rapport:mensuel objectif:5',
    'Rapport du mois',
    'Le premier jour ouvré du mois à 09:00 dans ce canal. Prochain\u00a0: mar. 1er déc. à 09:00.',
  ],
] as const)(
  'a report is set up in %s, and says when it comes: %s',
  async (language, line, name, says) => {
    const { call, channelId } = claire({}, language);

    const message = await typed(line, call);

    expect(message.text).toContain(says);
    expectGood(message);
    const report = language === 'en' ? 'week' : 'month';
    expect(await store.digests.list({ channelId })).toMatchObject([{ name, schedule: { report } }]);
  },
);

test('the form of a report has no option that only digests of files have', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 report:weekly live:no', call);
  const [made] = await store.digests.list({ channelId });
  const form = await formOf(digest.runAction({ do: 'unfold', id: made?.id ?? '' }, call));

  const fields = Object.keys(formValues(form));
  for (const absent of ['top', 'group', 'style', 'empty', 'minAge', 'escalate', 'live']) {
    expect(fields).not.toContain(absent);
  }
  expect(fields).toContain('report');
  const saved = await messageOf(digest.submit!(form.action.args, formValues(form), call));
  expect(saved.text).toContain('saved');
  expect((await store.digests.find(made?.id ?? ''))?.options).toEqual(made?.options);
  expect(made?.options.live).toBe(false);
});

test.each([
  'top:10',
  'group:property',
  'style:detailed',
  'min-age:2d',
  'empty:clear',
  'times:9h,14h',
])('a report has no %s', async (option) => {
  const { call, channelId } = claire();

  expect((await typed(`add report:weekly ${option}`, call)).text).toMatch(
    option.startsWith('times') ? /once in its week.*one time/su : /has no .*by default/su,
  );
  expect(await store.digests.list({ channelId })).toEqual([]);
});

test.each([
  ['en', 'week', 'Weekly report'],
  ['fr', 'month', 'Rapport du mois'],
] as const)('the form for a report says so in %s: %s', async (language, report, title) => {
  const form = await formOf(digest.runAction({ do: 'add', report }, claire({}, language).call));
  expect([form.title, formValues(form)['name']]).toEqual([title, title]);
});

test('the form for a report leaves the report below it, unlike one over the list of digests', async () => {
  const { call } = claire();
  const forms = [{ do: 'add', report: 'week' }, { do: 'add' }].map(async (args) =>
    formOf(digest.runAction(args, call)),
  );
  expect((await Promise.all(forms)).map(({ returns }) => returns)).toEqual([undefined, true]);
});

test('a digest becomes a report, which gives up what is about files, and a digest again', async () => {
  const { call, channelId } = claire();
  await typed('add 09:00 name:"Morning" top:10 target:5 property:nantes', call);

  await typed('edit Morning report:monthly', call);
  expect(await store.digests.list({ channelId })).toMatchObject([
    { schedule: { report: 'month' }, options: { top: 5, targetDays: 5 } },
  ]);
  const details = await messageOf(digest.runAction(await actionIn(call, 'details'), call));
  expect(details.text).toContain('A report on the last month');

  await typed('edit Morning report:none', call);
  const [after] = await store.digests.list({ channelId });
  expect(after?.schedule.report ?? null).toBeNull();
});

test('the button below a report opens the form of a digest that posts it', async () => {
  const { call, channelId } = claire();
  const args = { do: 'add', report: 'week', query: 'property:nantes' };
  const form = await formOf(digest.runAction(args, call));

  expect(formValues(form)).toMatchObject({ report: 'weekly', query: 'property:nantes' });
  await Array.fromAsync(digest.submit?.(form.action.args, formValues(form), call) ?? []);
  expect(await store.digests.list({ channelId })).toMatchObject([
    { name: 'Weekly report', schedule: { report: 'week' } },
  ]);
});

async function actionIn({ digests, place }: CommandContext, what: string) {
  const [only] = (await digests?.digests.list({ channelId: place.channelId ?? '' })) ?? [];
  return { do: what, id: only?.id ?? '' };
}

test.each([
  ['en', 'add 09:00 property:lyon', 'add 10:00', 'Files: awaiting decision, property “lyon”. Next'],
  ['fr', 'ajouter 9h bien:lyon', 'ajouter 10h', 'Dossiers : à décider, bien « lyon ». Prochain'],
] as const)(
  'a list of digests says which files one is about, unless it is all that await a decision (%s)',
  async (language, ofLyon, ofAll, said) => {
    const { call } = claire({}, language);
    await typed(ofLyon, call);
    await typed(ofAll, call);

    const list = await typed(language === 'en' ? 'list' : 'liste', call);

    const [, ...lines] = list.text.replaceAll('\u00a0', ' ').split('\n');
    const rows = lines.filter((line) => line.startsWith('• '));
    expect(rows.map((line) => line.includes(said))).toEqual([true, false]);
    expect(JSON.stringify(list.blocks)).toContain('lyon');
    expectGood(list);
  },
);

test('a digest of the same files is like another one however its query was typed', async () => {
  const { call } = claire();
  await typed('add 09:00', call);
  await typed('add 10:00 property:lyon decision:ready', call);

  for (const line of ['add awaiting 09:00', 'add decision:ready property:lyon 10:00']) {
    const { text } = await typed(line, call);
    expect(text).toContain('already, for the same files at the same times.');
  }
  const changed = await typed('edit Digest 09:00 awaiting', call);
  expect(changed.text).not.toContain('Files: ');
});
