import { beforeEach, expect, test } from 'vitest';

import { alert } from '../../src/commands/alert/index.ts';
import type { CommandContext } from '../../src/commands/command.ts';
import { digest } from '../../src/commands/digest/index.ts';
import { notificationRequestIn, stopRequestIn } from '../../src/commands/notification-requests.ts';
import { matchCommand } from '../../src/commands/router.ts';
import type { Language } from '../../src/i18n/types.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Form, Message } from '../../src/views/message.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { callOver, messageOf } from './call.ts';
import { digestDeskOver, formValues } from './digest-desk.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

let channels = 0;
let channelId = '';
beforeEach(() => {
  channels += 1;
  channelId = `C0NOTIFY${channels}`;
});

/** Who asks in English, in French, and what is understood: what happens, or when it comes. */
const REQUESTS = [
  ['notify me when a file is ready', 'préviens-moi quand un dossier est prêt', 'event', 'me'],
  ['let us know if anything is ready', 'avertis-nous si un dossier est prêt', 'event', 'all'],
  ['alert me as soon as one is ready', 'alerte-moi dès que l’un est prêt', 'event', 'me'],
  ['I want to be notified when ready', 'je veux être prévenu quand prêt', 'event', 'me'],
  ['give me a heads-up when ready', 'préviens-moi quand un dossier est prêt', 'event', 'me'],
  ['every morning at 8 ready', 'ts les matins à 8h les prêts', 'schedule', 'all'],
  ['please keep me posted about ready', 'tiens-moi au courant des prêts', 'event', 'me'],
  ['can you tell me when it is ready', 'peux-tu me dire quand il est prêt', 'event', 'me'],
  ['send us ready every monday at 9', 'envoie-nous prêts chaque lundi à 9h', 'schedule', 'all'],
  ['remind me of ready on fridays', 'rappelle-moi prêts les vendredis', 'schedule', 'me'],
  ['every day at 9 ready', 'tous les jours à 9h les prêts', 'schedule', 'all'],
  ['send us a summary every friday', 'envoie-nous un récap tous les vendredis', 'schedule', 'all'],
  ['send us ready daily', 'envoie-nous les prêts quotidiennement', 'schedule', 'all'],
  ['ready mon-fri at 9', 'les prêts du lundi au vendredi à 9h', 'schedule', 'all'],
  ['weekdays at 9 ready', 'en semaine à 9h les prêts', 'schedule', 'all'],
  ['send me ready twice a week', 'envoie-moi les prêts chaque semaine', 'schedule', 'me'],
] as const;

test.each(REQUESTS)('“%s” and « %s » ask to be told later', (english, french, on, whom) => {
  for (const text of [english, french]) {
    expect([text, notificationRequestIn(text)]).toMatchObject([
      text,
      { on, isPersonal: whom === 'me' },
    ]);
  }
});

test.each([
  ['show me all files', 'montre-moi tous les dossiers'],
  ['ready the week of 9 november', 'les prêts la semaine du 9 novembre'],
  ['tell me when Dupont was declined', 'dis-moi quand Dupont a été refusé'],
  ['tell me if Dupont is ready', 'dis-moi si Dupont est prêt'],
  ['every file in Lyon', 'chaque dossier de Lyon'],
  ['show me all from monday', 'donne-moi tous les dossiers de lundi'],
  ['files created on monday', 'dossiers créés lundi'],
  ['show me files from monday to friday', 'montre-moi les dossiers du lundi au vendredi'],
  ['show me files of monday and tuesday', 'donne-moi les dossiers de la semaine'],
  ['tell me who was rejected twice', 'dis-moi qui a été refusé une fois'],
  ['ready at 9 rue Colbert', 'prêts au 9 rue Colbert'],
  ['all files with 2 guarantors', 'tous les dossiers avec 2 garants'],
  ['all 3 ready files', 'tous les dossiers reçus le 16 novembre'],
  ['all files over 20 days', 'tous les dossiers à 9 rue Colbert'],
  ['', 'moi'],
])('“%s” and « %s » ask about now', (...texts) => {
  for (const text of texts) expect([text, notificationRequestIn(text)]).toEqual([text, null]);
});

test.each([
  ['stop notifications', 'arrête les notifications'],
  ['unsubscribe', 'me désabonner'],
  ['notifications', 'mes notifications'],
  ['don’t notify me about Paris', 'ne m’alerte plus pour Paris'],
  ['please don’t send the digest on mondays', 'n’envoie pas le récap le lundi'],
  ['no more messages', 'plus de messages'],
  ['I don’t want any notifications', 'je ne veux plus d’alertes'],
  ['never send us that again', 'ne nous envoie plus ça'],
  ['turn off the morning digest', 'désactive le récap du matin'],
])('“%s” and « %s » ask for less', (...texts) => {
  for (const text of texts) expect([text, stopRequestIn(text)]).toEqual([text, { of: 'all' }]);
});

test.each([
  ['no more than 3 guarantors', 'plus de 3 garants'],
  ['don’t show the declined', 'ne montre pas les refusés'],
  ['don’t have a guarantor', 'n’ont pas de garant'],
  ['applicants who don’t have an email', 'n’ont pas posté leurs pièces'],
  ['those who do not want to message', 'n’ont pas informé'],
  ['stop showing the archived', 'ne sont pas prêts'],
  ['notify me when a file is ready', 'préviens-moi quand un dossier est prêt'],
  ['', 'prêts'],
])('“%s” and « %s » ask for files', (...texts) => {
  for (const text of texts) expect([text, stopRequestIn(text)]).toEqual([text, null]);
});

test('who asks for less is led to what can be paused', async () => {
  const call = await claire('en');
  const answer = await asked('stop sending digests', call);
  expect(answer.text).toContain('Nothing was changed.');
  expectGood(answer);
  const opened = ['Digests', 'Alerts', 'Watched files'].map((label) => pressOf(answer, label));
  expect(opened.map(({ command }) => command)).toEqual(['digest', 'alert', 'watch']);
});

test.each([
  ['en', 'tell Sophie that Lefèvre is ready', 'Nothing was sent'],
  ['en', 'let Sophie know when Lefèvre is ready', 'Nothing was sent'],
  ['fr', 'préviens Sophie quand Lefèvre est prêt', 'Rien n’a été envoyé'],
] as const)(
  'who wants to tell a colleague is led to what can be done, in %s: %s',
  async (...asks) => {
    const [language, text, said] = asks;
    const answer = await asked(text, await claire(language));
    expect(answer.text).toContain(said);
    expectGood(answer);
    expect(buttonsOf(answer)).toHaveLength(2);
  },
);

async function claire(language: Language): Promise<CommandContext> {
  const files = ['READY', 'PENDING'].map((decision) =>
    rentalFile({
      id: decision,
      decision,
      status: 'OPEN',
      product: { title: 'Studio Montplaisir' },
      applicants: [{ first_name: 'Anne', last_name: 'Lefèvre' }],
    }),
  );
  const { digests } = digestDeskOver(store);
  const call = callOver(() => pagesOf(files), {
    language,
    place: { channelId },
    call: { digests },
  });
  await call.portfolio.read();
  return call;
}

/** The answer to what is typed after `/rental`. */
async function asked(text: string, call: CommandContext): Promise<Message> {
  const { command, rest } = matchCommand(text, { portfolio: call.portfolio, idIn: () => null });
  return messageOf(command.run(rest, call));
}

async function pressed(message: Message, label: string, call: CommandContext): Promise<Form> {
  const { command, args } = pressOf(message, label);
  const owner = command === 'alert' ? alert : digest;
  const [form] = await Array.fromAsync(owner.runAction?.(args, call) ?? []);
  if (form?.kind !== 'form') throw new TypeError('no form came');
  return form;
}

async function setUp() {
  return {
    alerts: await store.digests.list({ channelId, kind: 'alert' }),
    digests: await store.digests.list({ channelId, kind: 'digest' }),
  };
}

test.each([
  ['en', 'tell us every monday at 8 what is ready', 'Every Monday at 08:00', 'digests'],
  ['fr', 'dis-nous tous les lundis à 8h ce qui est prêt', 'Chaque lundi à 08:00', 'digests'],
  ['en', 'tell us when something is ready', 'decision:ready', 'alerts'],
  ['fr', 'préviens-nous dès qu’un dossier est prêt', 'décision:prêt', 'alerts'],
] as const)(
  'what a sentence asks for is set up with one more press: %s “%s”',
  async (language, text, said, kind) => {
    const call = await claire(language);
    const offer = await asked(text, call);
    expect(offer.text).toContain(said);
    expectGood(offer);
    expect(await setUp()).toEqual({ alerts: [], digests: [] });

    const form = await pressed(offer, buttonsOf(offer)[0] ?? '', call);
    const command = kind === 'alerts' ? alert : digest;
    await Array.fromAsync(command.submit?.(form.action.args, formValues(form), call) ?? []);
    const schedule = kind === 'digests' ? { times: ['08:00'], days: [1] } : { times: [] };
    expect((await setUp())[kind]).toMatchObject([
      { schedule, query: expect.stringContaining('decision:ready') },
    ]);
  },
);

test.each([
  ['en', 'tell us when something ready changes', 'decision:ready when:changes:status,decision'],
  ['fr', 'préviens-nous si un dossier prêt change', 'décision:prêt quand:change:statut,décision'],
] as const)('changes of files are what is announced: %s “%s”', async (language, text, line) => {
  const call = await claire(language);
  const offer = await asked(text, call);
  expect(offer.text).toContain(line);
  expect(offer.text).toMatch(/announces changes|annonce les changements/u);
  expect(offer.text).not.toMatch(/[Ii]gnor/u);

  const form = await pressed(offer, buttonsOf(offer)[0] ?? '', call);
  await Array.fromAsync(alert.submit?.(form.action.args, formValues(form), call) ?? []);
  const [, typed = ''] = /\/rental (?:alert|alerte) (\S+ .*)$/mu.exec(offer.text) ?? [];
  // Without a name of its own, it is offered as one that is there already.
  await messageOf(alert.run(`${typed} name:twin`, call));
  const { alerts } = await setUp();
  expect(alerts).toHaveLength(2);
  // As the form has it, and as the line does.
  expect(alerts[0]?.alert).toEqual(alerts[1]?.alert);
  expect(alerts[0]?.alert).toMatchObject({
    on: 'changes',
    aspects: expect.arrayContaining(['score']),
  });
});

test.each([
  ['en', 'send us ready twice a week', '“twice a week”', 'digest add ready twice a week'],
  [
    'fr',
    'envoie-nous prêts chaque mois',
    '«\u00A0chaque mois\u00A0»',
    'point ajouter prêts chaque mois',
  ],
] as const)(
  'a rhythm that digests do not have is named: %s “%s”',
  async (language, text, named, command) => {
    const answer = await asked(text, await claire(language));
    expect(answer.text).toContain(named);
    expect(answer.text).toContain(`/rental ${command}`);
    expectGood(answer);
  },
);

test('no name goes into a button: neither before the first reading nor from a key', async () => {
  const call = await claire('en');
  const unread = { ...call, portfolio: { ...call.portfolio, latest: () => null } };
  const early = await messageOf(alert.run('notify me when Costa is ready', unread));
  expect(buttonsOf(early)).toEqual([]);
  const keyed = await asked('notify me when applicant:Costa is ready', call);
  expect(buttonsOf(keyed)).toEqual([]);
});

test('who asks for themselves gets the alert by direct message', async () => {
  const call = await claire('en');
  const offer = await asked('notify me when something is ready', call);
  expect(offer.text).toContain('/rental alert add decision:ready to:me');
  const form = await pressed(offer, 'Set up…', call);
  await Array.fromAsync(alert.submit?.(form.action.args, formValues(form), call) ?? []);
  const { userId } = call.person;
  expect(await store.digests.list({ channelId: userId, kind: 'alert' })).toHaveLength(1);
  expect(await setUp()).toEqual({ alerts: [], digests: [] });
});

test('where no direct message may be sent, the channel is offered', async () => {
  const call = await claire('en');
  if (call.digests === undefined) throw new TypeError('no digests');
  const restricted = { ...call, digests: { ...call.digests, allowsDirectAlerts: false } };
  const offer = await asked('notify me when something is ready', restricted);
  expect(offer.text).toMatch(/\/rental alert add decision:ready$/mu);
  await pressed(offer, 'Set up…', restricted);
});

test('who waits for one person’s file is offered to watch it', async () => {
  const call = await claire('en');
  const offer = await asked('notify me when Lefèvre is ready', call);
  expect(offer.text).toContain('/rental watch Lefèvre');
  expect(buttonsOf(offer)).toEqual([]);
  expect(await setUp()).toEqual({ alerts: [], digests: [] });
});

test('what is not understood of a request is said, and a request for nothing asks for a query', async () => {
  const call = await claire('en');
  expect((await asked('notify me when blorp is ready', call)).text).toContain('Ignored: blorp.');
  expect((await asked('notify me when blorp', call)).text).toContain('An alert needs a query');
});
