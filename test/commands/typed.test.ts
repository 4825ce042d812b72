import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { canTravel, repeatAction } from '../../src/commands/command-names.ts';
import { commands } from '../../src/commands/index.ts';
import { matchCommand } from '../../src/commands/router.ts';
import { createFileLink } from '../../src/portfolio/lookup.ts';
import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';

const UUID = '0199a1f2-6e0f-7a55-9d3e-0a6f2f1c7b10';
const BUTTON_LENGTH_MAX = 2_000;

const portfolio = createPortfolio({
  async *pages() {
    yield* pagesOf([
      rentalFile({ id: '4711', applicants: [{ first_name: 'Aline', last_name: 'Tout' }] }),
      rentalFile({ id: 'list', product: { title: 'Rue des Lilas', reference: 'GR-0101' } }),
    ]);
  },
  pagesSince: null,
  now: () => 0,
  monotonic: () => 0,
  pollSeconds: 300,
  completionMax: null,
  onFailure: () => {},
});
await portfolio.read();
const around = { ...createFileLink('https://console.example.com/{id}'), portfolio };

test.each([
  ['', 'overview', ''],
  ['   ', 'overview', ''],
  ['\u2800', 'help', ''],
  ['refuse', 'list', 'decision:declined'],
  ['refusé', 'list', 'decision:declined'],
  ['refuse MO-0149', 'decide', 'MO-0149'],
  ['accepte MO-0149', 'decide', 'MO-0149'],
  ['refusé à Lyon', 'list', 'refusé à Lyon'],
  ['close the file MO-0149', 'decide', 'MO-0149'],
  ['hello', 'help', ''],
  ['bonjour', 'help', ''],
  ['hello, ready ones', 'list', 'hello, ready ones'],
  ['bonjour, les prêts', 'list', 'bonjour, les prêts'],
  ['send an email to Aline', 'show', 'Aline'],
  ['call the ready ones', 'list', 'call the ready ones'],
  ['email for the ready ones in Lyon', 'list', 'email for the ready ones in Lyon'],
  ['how complete is Aline', 'show', 'Aline'],
  ['list', 'list', ''],
  ['no, only the ready ones', 'list', 'only the ready ones'],
  ['non, les prêts', 'list', 'les prêts'],
  ['show me anything but Lilas', 'list', 'me anything but Lilas'],
  ['montre moi tout sauf Lilas', 'list', 'tout sauf Lilas'],
  ['delete my alerts', 'alert', 'delete'],
  ['supprime mes alertes', 'alert', ''],
  ['supprime Aline', 'decide', 'Aline'],
  ['set Aline to approved', 'decide', 'Aline'],
  ['change Lilas to rented', 'decide', 'Lilas rented'],
  ['archive GR-0101', 'decide', 'GR-0101'],
  ['close Aline', 'decide', 'Aline'],
  ['archive Aline', 'decide', 'Aline'],
  ['archive Lilas', 'list', 'archive Lilas'],
  ['give Aline to Sophie', 'hand_over', 'Aline'],
  ['please hand GR-0101 over to Sophie', 'hand_over', 'GR-0101'],
  ['confie le dossier Aline à Sophie', 'hand_over', 'Aline'],
  ['give LY-0342 to Sophie', 'hand_over', 'LY-0342'],
  ['give Lilas to Sophie', 'search', 'Lilas to Sophie'],
  ['give me Aline', 'search', 'Aline'],
  ['what’s Aline’s score', 'show', 'Aline'],
  ['Aline’s phone number', 'show', 'Aline'],
  ['compte les prêts', 'list', 'compte les prêts'],
  ['waiting for documents', 'pending', 'waiting for documents'],
  ['pending decisions', 'pending', 'pending decisions'],
  ['open decisions', 'pending', 'open decisions'],
  ['open applications', 'list', 'open applications'],
  ['open cases in Lilas', 'list', 'open cases in Lilas'],
  ['candidatures ouvertes', 'list', 'candidatures ouvertes'],
  ['open the file of Aline', 'show', 'the file of Aline'],
  ['open GR-0101', 'show', 'GR-0101'],
  ['ouvre GR-0101', 'show', 'GR-0101'],
  ['en attente de décisions', 'pending', 'en attente de décisions'],
  ['decisions yesterday', 'list', 'decisions yesterday'],
  ['décisions d’hier', 'list', 'décisions d’hier'],
  ['mi-novembre', 'list', 'mi-novembre'],
  ['since mid november', 'list', 'since mid november'],
  ['created 3/11 in Lilas', 'list', 'created 3/11 in Lilas'],
  ['créés 3/11 à Lilas', 'list', 'créés 3/11 à Lilas'],
  ['list waiting for documents', 'pending', 'list waiting for documents'],
  ['en attente de pièces', 'pending', 'en attente de pièces'],
  ['in review', 'pending', 'in review'],
  ['en cours d’examen', 'pending', 'en cours d’examen'],
  ['all but waiting for documents', 'list', 'all but waiting for documents'],
  ['take Aline', 'take', 'Aline'],
  ['can you take Aline', 'take', 'Aline'],
  ['please take Aline', 'take', 'Aline'],
  ['s’il vous plaît prends Aline', 'take', 'Aline'],
  ['please show Aline', 'show', 'Aline'],
  ['please did i take Aline', 'show', 'Aline'],
  ['je prends Aline', 'take', 'Aline'],
  ['je le prends Aline', 'take', 'Aline'],
  ['watch Aline for me', 'watch', 'Aline for me'],
  ['who has taken Aline', 'show', 'Aline'],
  ['did i take Aline', 'show', 'Aline'],
  ['can i take Aline', 'show', 'Aline'],
  ['when did i take Aline', 'show', 'Aline'],
  ['je ne prends pas Aline', 'show', 'Aline'],
  ['ne prends pas Aline', 'show', 'Aline'],
  ['qui a pris Aline', 'show', 'Aline'],
  ['j’ai pris Aline', 'show', 'Aline'],
  ['ne rends pas Aline', 'show', 'Aline'],
  ['did i release Aline', 'show', 'Aline'],
  ['did i watch Aline', 'show', 'Aline'],
  ['who snoozed Aline', 'show', 'Aline'],
  ['taken', 'take', ''],
  ['what have i taken', 'take', ''],
  ['which files are taken', 'list', '-taken:nobody'],
  ['quels dossiers sont suivis', 'list', '-watched:nobody'],
  ['which ones are snoozed', 'list', 'snoozed:yes'],
  ['my watched files', 'list', 'watched:me'],
  ['mes suivis', 'list', 'watched:me'],
  ['mes dossiers suivis à Lilas', 'list', 'watched:me à Lilas'],
  ['my taken ones', 'list', 'taken:me ones'],
  ['mes reportés', 'list', 'snoozed:yes'],
  ['my files', 'me', ''],
  ['watched in Lilas', 'list', 'watched in Lilas'],
  ['suivis à Lilas', 'list', '-watched:nobody à Lilas'],
  ['suivis par Sophie', 'list', 'suivis par Sophie'],
  ['update on GR-0101', 'search', 'update on GR-0101'],
  ['clôture le dossier GR-0101', 'decide', 'GR-0101'],
  ['archivés GR-0101', 'list', 'archivés GR-0101'],
  ['archivé GR-0101', 'list', 'archivé GR-0101'],
  ['mark GR-0101 as urgent', 'decide', 'GR-0101 urgent'],
  ['passe Aline en accepté', 'decide', 'Aline'],
  ['changé depuis lundi à Lilas', 'list', 'changé depuis lundi à Lilas'],
  ['faire le point sur Lilas', 'search', 'faire le point sur Lilas'],
  ['mets-moi les prêts en premier', 'list', 'mets-moi les prêts en premier'],
  ['stop the notifications', 'notifications', ''],
  ['me désabonner', 'notifications', ''],
  ['unwatch GR-0101', 'show', 'GR-0101'],
  ['digest please', 'digest', ''],
  ['set up an alert', 'alert', ''],
  ['crée une alerte', 'alert', ''],
  ['when is the next digest', 'digest', ''],
  ['qui reçoit le récap', 'digest', ''],
  ['set up a digest for monday', 'digest', ''],
  ['I’m new here, what is this?', 'help', ''],
  ['thank you so much', 'help', 'thank you so much'],
  ['yes, the ready ones', 'list', 'yes, the ready ones'],
  ['arrête de suivre GR-0101', 'show', 'GR-0101'],
  ['what’s the status of Aline’s file', 'show', 'Aline'],
  ['list status:open', 'list', 'status:open'],
  ['how much is GR-0101', 'list', 'how much is GR-0101'],
  ['files per town', 'list', 'per town'],
  ['all but the closed ones', 'list', 'all but the closed ones'],
  ['export this list', 'export', 'this list'],
  ['export cette liste', 'export', 'cette liste'],
  ['available now', 'list', 'available now'],
  ['disponibles maintenant', 'list', 'disponibles maintenant'],
  ['anything but Lilas', 'search', 'anything but Lilas'],
  ['tout sauf Lilas', 'list', 'sauf Lilas'],
  ['  LIST   a  b ', 'list', 'a  b'],
  ['Aperçu', 'overview', ''],
  ['attente prêt', 'pending', 'prêt'],
  ['report every monday at 9', 'digest', 'add report every monday at 9'],
  ['rapport tous les lundis 9h', 'digest', 'add report tous les lundis 9h'],
  ['report month', 'report', 'month'],
  ['report decided:2026-11', 'report', 'decided:2026-11'],
  ['voir LY-0342', 'show', 'LY-0342'],
  ['decision:ready score:>=70', 'list', 'decision:ready score:>=70'],
  ['-tag:x', 'list', '-tag:x'],
  ['âge:>3jo', 'list', 'âge:>3jo'],
  [UUID, 'show', UUID],
  ['4711', 'show', '4711'],
  ['4711.', 'show', '4711'],
  ['Pending.', 'pending', ''],
  ['réglages…', 'settings', ''],
  ['reglages', 'settings', ''],
  ['/rental pending tag:x', 'pending', 'tag:x'],
  ['/Rental', 'overview', ''],
  ['/rental 4711', 'show', '4711'],
  [`https://console.example.com/${UUID}`, 'show', `https://console.example.com/${UUID}`],
  [`"${UUID}"`, 'show', UUID],
  [`<${UUID}>`, 'show', UUID],
  ['GR-0101', 'show', 'GR-0101'],
  ['gr 0101.', 'show', 'gr 0101'],
  ['GR0101', 'show', 'GR0101'],
  ['le dossier GR0101', 'show', 'GR0101'],
  ['montre-moi GR-0101', 'show', 'GR-0101'],
  ['Dossier 4711', 'show', '4711'],
  ['rental pending', 'pending', ''],
  ['/pending', 'pending', ''],
  ['pending 🙏', 'pending', ''],
  ['pending :pray::skin-tone-2: tag:x', 'pending', 'tag:x'],
  ['👋', 'help', ''],
  ['?', 'help', ''],
  ['en attente', 'pending', ''],
  ['En attente bien:lyon', 'pending', 'bien:lyon'],
  ['overdue', 'pending', ''],
  ['save view "Hot" decision:ready', 'view', 'save "Hot" decision:ready'],
  ['enregistrer la vue Lyon bien:lyon', 'view', 'enregistrer Lyon bien:lyon'],
  ['add a digest 09:00', 'digest', 'add 09:00'],
  ['pause digest Morning', 'digest', 'pause Morning'],
  ['late', 'pending', ''],
  ['les retards', 'pending', ''],
  ['résumé du digest', 'overview', 'du digest'],
  ['resume digest Matin', 'digest', 'resume Matin'],
  ['etat du digest', 'digest', 'etat'],
  ['en retard bien:lyon', 'pending', 'bien:lyon'],
  ['status', 'status', ''],
  ['status digest', 'digest', 'status'],
  ['état du digest Matin', 'digest', 'état Matin'],
  ['pending list', 'pending', ''],
  ['attente liste', 'pending', ''],
  ['list pending', 'pending', ''],
  ['liste en attente âge:>5jo', 'pending', 'âge:>5jo'],
  ['show me pending', 'pending', ''],
  ['who waits', 'pending', ''],
  ['what’s pending ?', 'pending', ''],
  ['les dossiers en attente', 'pending', ''],
  ['qui attend ?', 'pending', ''],
  ['show all', 'list', ''],
  ['tous les dossiers', 'list', ''],
  ['my files', 'me', ''],
  ['mes dossiers', 'me', ''],
  ['cherchez lilas', 'search', 'lilas'],
  ['lilas', 'search', 'lilas'],
  ['pour Aline', 'search', 'Aline'],
  ['pas Aline', 'search', 'pas Aline'],
  ['les Alines', 'search', 'Alines'],
  ['status of Aline', 'show', 'Aline'],
  ['status of ZZ-9999', 'show', 'ZZ-9999'],
  ['statut de ZZ-9999', 'show', 'ZZ-9999'],
  ['état du dossier Aline', 'show', 'Aline'],
  ['status blorp', 'status', 'blorp'],
  ['https://example.org/4711', 'show', 'https://example.org/4711'],
  ['<https://example.org/x|x>', 'show', '<https://example.org/x|x>'],
  ['sort by price', 'list', 'sort by price'],
  ['ready sort:rent', 'list', 'ready sort:rent'],
  ['how do I export this?', 'help', 'export'],
  ['comment exporter', 'help', 'exporter'],
  ['how does the weather look', 'help', ''],
  ['how can I reach Aline', 'show', 'Aline'],
  ['comment contacter Aline', 'show', 'Aline'],
  ['what can you do?', 'help', ''],
  ['Qui es-tu ?', 'help', ''],
  ['who manages GR-0101', 'show', 'GR-0101'],
  ['qui gère le dossier Aline ?', 'show', 'Aline'],
  ['bilan', 'stats', ''],
  ['how long to decide', 'stats', 'how long to decide'],
  ['combien de temps pour décider ?', 'stats', 'combien de temps pour décider'],
  ['files I haven’t looked at', 'list', 'I haven’t looked at'],
  ['ceux que personne n’a ouverts', 'list', 'ceux que personne n’a ouverts'],
  ['du nouveau ?', 'list', 'du nouveau'],
  ['what’s new', 'list', 'what’s new'],
  ['merci', 'help', 'merci'],
  ['ok thanks', 'help', 'ok thanks'],
  ['no', 'help', 'no'],
  ['non merci', 'help', 'non merci'],
  ['bonjour', 'help', ''],
  ['page 3', 'list', 'page 3'],
  ['ready every monday', 'digest', 'offer ready every monday'],
  ['tous les lundis', 'digest', 'offer tous les lundis'],
  ['received every monday', 'list', 'received every monday'],
  ['merci, les prêts', 'list', 'merci, les prêts'],
  ['show Tout', 'show', 'Tout'],
  ['ready', 'list', 'ready'],
  ['à décider', 'pending', 'à décider'],
  ['to decide in Lilas', 'pending', 'to decide in Lilas'],
  ['to decide archived', 'list', 'to decide archived'],
  ['everything but pending', 'list', 'everything but pending'],
  ['all but mine', 'list', 'all but mine'],
  ['taken by me', 'list', 'taken by me'],
  ['with or without guarantor in Lilas', 'search', 'with or without guarantor in Lilas'],
  ['open files', 'list', 'open files'],
  ['open in Lilas', 'list', 'open in Lilas'],
  ['décision : prêt', 'list', 'décision : prêt'],
  ['5 working days pending', 'pending', '5 working days pending'],
  ['10 jours ouvrés', 'list', '10 jours ouvrés'],
  ['everything but my ready files', 'list', 'everything but my ready files'],
  ['all but today’s', 'list', 'all but today’s'],
  ['mine or ready', 'list', 'mine or ready'],
  ['snoozed until monday', 'list', 'snoozed until monday'],
  ['dossiers validé', 'list', 'decision:approved'],
  ['list reject', 'list', 'decision:declined'],
  ['open Aline', 'show', 'Aline'],
  ['week 46', 'list', 'week 46'],
  ['all files with 2 guarantors', 'list', 'files with 2 guarantors'],
  ['tous les dossiers reçus le 16 novembre', 'list', 'les dossiers reçus le 16 novembre'],
  ['older than 5 days', 'list', 'older than 5 days'],
  ['export all', 'export', ''],
  ['stats tous', 'stats', ''],
  ['ready Toulouse', 'list', 'ready Toulouse'],
  ['show me the ready files', 'list', 'me the ready files'],
  ['montre moi les dossiers prêts', 'list', 'les dossiers prêts'],
])('%j asks %s for %j', (text, name, rest) => {
  const found = matchCommand(text, around);
  expect([found.command.name, found.rest]).toEqual([name, rest]);
});

test('a command goes before a file that is called like it', () => {
  expect(matchCommand('list', around).command.name).toBe('list');
});

const NAMELESS = ['4712', '4711 bis', `${UUID} bis`, 'the', 'change the language to French'];

test.each(NAMELESS)('%j names no command and no file', (text) => {
  expect(() => matchCommand(text, around)).toThrow('no such command');
});

test.each(
  commands.flatMap(({ name, called, aliases }) => [name, ...Object.values(called), ...aliases]),
)('every name of every command leads to it: %s', (word) => {
  const { command } = matchCommand(word.toUpperCase(), around);
  expect([command.name, ...command.aliases, ...Object.values(command.called)]).toContain(word);
});

test('whatever asks again fits into a button, sealed, or is no button', () => {
  const tokens = createActionTokens('secret of tests');
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1_200 }),
      fc.constantFrom('"', 'é', '👩‍👧', '\\'),
    ),
    200,
  );
  const long = ['"', 'é', '👩', '\\', 'a', '\u0000'].flatMap((letter) =>
    [100, 400, 800, 1_200].map((length) => letter.repeat(length)),
  );
  for (const text of [...texts, ...long]) {
    const action = repeatAction(matchCommand(`list ${text}`, around));
    expect(action === null || canTravel(String(action.args['typed']))).toBe(true);
    if (action === null) continue;
    const value = tokens.encode({
      action,
      userId: 'U0HANNAH0012345',
      channelId: 'C0LEASING0112',
    });
    expect(value.length).toBeLessThanOrEqual(BUTTON_LENGTH_MAX);
  }
});

test.each([
  ['lsit decison:ready', 'list', 'decison:ready'],
  ['digset add decison:ready', 'digest', 'add decison:ready'],
  ['alret "not closed', 'alert', '"not closed'],
])('of two typing mistakes, the command of %j is corrected first', (text, name, rest) => {
  const nearest = expect.objectContaining({ name });
  expect(() => matchCommand(text, around)).toThrow(expect.objectContaining({ nearest, rest }));
});

test.each(['aline decison:ready', 'lilas decison:ready', 'ready decison:ready'])(
  'a word of files or phrases before a mistyped key is no mistyped command: %s',
  (text) => {
    expect(matchCommand(text, around)).toMatchObject({ command: { name: 'list' }, rest: text });
  },
);
