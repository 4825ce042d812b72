import { beforeEach, expect, test } from 'vitest';

import { alert } from '../../src/commands/alert/index.ts';
import { alertQueryIn } from '../../src/commands/alert/parse.ts';
import type { CommandContext, Channels } from '../../src/commands/command.ts';
import { SAVED_MAX } from '../../src/commands/digest/save.ts';
import { FormError } from '../../src/commands/errors.ts';
import type { Language } from '../../src/i18n/types.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Answer, Form, Message } from '../../src/views/message.ts';
import { announcedBy, startInstance } from '../alerts/fixture.ts';
import { runSql } from '../store/run-sql.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { buttonsOf, menuOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { callOver, messageOf } from './call.ts';
import { by, digestDeskOver, formValues } from './digest-desk.ts';

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

/** Three files, of which two are ready. */
const FILES = [
  { id: 'a', decision: 'READY', status: 'OPEN' },
  { id: 'b', decision: 'READY', status: 'OPEN' },
  { id: 'c', decision: 'PENDING', status: 'OPEN' },
];

let channels = 0;
let channelId = '';
beforeEach(() => {
  channels += 1;
  channelId = `C0ALERTS${channels}`;
});

interface Service {
  isDown: boolean;
  skipped: number;
  files: readonly Readonly<Record<string, unknown>>[];
}

/** Claire in a channel, and a switch that makes the service fail. */
async function claire(language: Language = 'en', over: Partial<Channels> = {}) {
  const { digests } = digestDeskOver(store);
  const service: Service = { isDown: false, skipped: 0, files: FILES };
  const pages = () => {
    if (service.isDown) throw serviceDown();
    const { skipped, files } = service;
    return pagesOf(files.map((file) => rentalFile(file))).map((page) => ({ ...page, skipped }));
  };
  const call = callOver(pages, {
    language,
    place: { channelId },
    call: { digests, channels: { ...OPEN_CHANNELS, ...over } },
  });
  await call.portfolio.read();
  return Object.assign(call, { service });
}

async function typed(text: string, call: CommandContext): Promise<Message> {
  return messageOf(alert.run(text, call));
}

test('an alert to the channel and one to the person with one name are told apart', async () => {
  const call = by(await claire(), 'U0NAMESAKE1');
  const made = [
    await typed('add decision:ready name:Namesake', call),
    await typed('add decision:ready name:Namesake to:me', call),
  ];

  const asked = await typed('pause Namesake', call);
  for (const { args } of made.map((message) => pressOf(message, 'Edit'))) {
    await store.digests.remove(String(args['id']), 'U0NAMESAKE1');
  }

  expect(asked.text).toContain('Nothing has been changed');
  expect(buttonsOf(asked)).toEqual(
    expect.arrayContaining(['Namesake (in this channel)', 'Namesake (to you alone)']),
  );
});

async function pressed(message: Message, label: string, call: CommandContext): Promise<Message> {
  return messageOf(alert.runAction(pressOf(message, label).args, call));
}

async function formOf(answers: AsyncIterable<Answer>): Promise<Form> {
  const last = (await Array.fromAsync(answers)).at(-1);
  if (last?.kind !== 'form') throw new Error('no form was answered');
  return last;
}

test.each([
  ['en', 'pause Watchd', '/rental alert pause Watched'],
  ['fr', 'pause "Watchd"', '/rental alerte pause "Watched"'],
] as const)(
  'a mistyped name of an alert is offered as a command (%s)',
  async (language, line, label) => {
    const call = await claire(language);
    await typed('add decision:ready name:Watched', call);

    const mistyped = await typed(line, call);

    expect(buttonsOf(mistyped)).toEqual([label]);
    const { typed: corrected } = pressOf(mistyped, label).args;
    await typed(String(corrected), call);
    const [paused] = await store.digests.list({ channelId, kind: 'alert' });
    expect(paused?.state).toBe('paused');
  },
);

test.each([
  ['en', 'decision:ready', 'are not announced. As of 10:00.'],
  ['en', 'property:nowhere', 'none fits today. As of 10:00.'],
  ['fr', 'decision:ready', 'ne sont pas annoncés. Actualisé à 10:00.'],
] as const)(
  'an alert set up over old files says when they were counted (%s, %s)',
  async (language, query, said) => {
    const call = await claire(language);
    call.service.isDown = true;
    await expect(call.portfolio.read()).rejects.toThrow('');

    const { text } = await typed(`add ${query} name:old`, call);

    expect(text).toContain(said);
  },
);

test.each([
  [
    'en',
    'add decision:ready name:part',
    'It has not started yet: it will with the next reading that has every file, and announces nothing from before. /rental status says whether one is missing.',
    '1 file could not be read and is missing here.',
  ],
  [
    'fr',
    'ajouter décision:prêt quand:change:note nom:partie',
    'Elle n’a pas encore démarré : elle le fera à la prochaine lecture complète, sans annoncer ce qui précède. /rental état dit s’il manque un dossier.',
    '1 dossier illisible manque ici.',
  ],
] as const)(
  'over files of which one cannot be read, an alert and their list say that it has not started (%s)',
  async (language, line, notStarted, why) => {
    const call = await claire(language);
    call.service.skipped = 1;
    await call.portfolio.read();

    const { text } = await typed(line, call);

    expect(text.replaceAll('\u00a0', ' ')).toContain(notStarted);
    expect(text.replaceAll('\u00a0', ' ')).toContain(why);
    const list = await typed('list', call);
    expect(list.text.replaceAll('\u00a0', ' ')).toContain(notStarted);
    expectGood(list);
    call.service.skipped = 0;
    await call.portfolio.read();
    await typed('add decision:pending name:whole', call);
    const both = await typed('list', call);
    expect(both.text.replaceAll('\u00a0', ' ').split(notStarted)).toHaveLength(2);
  },
);

test('before the first reading, an alert says that it has not started', async () => {
  const { digests } = digestDeskOver(store);
  const call = callOver(() => pagesOf([]), { place: { channelId }, call: { digests } });

  const { text } = await typed('add decision:ready', call);

  expect(text).toMatch(/It has not started yet: .+ Rental files have not been loaded yet\./);
});

test.each([
  [
    'query',
    'nonsense:yes',
    'Europe/Paris',
    'The query can no longer be read',
    'can no longer be read',
  ],
  [
    'zone',
    'decision:ready',
    'Mars/X',
    'no longer known: edit zone:',
    'no longer known: edit zone:',
  ],
] as const)(
  'an alert whose %s became unreadable says so, and nothing is stored that fails after',
  async (_, query, zone, listed, refused) => {
    const call = await claire();
    await typed('add decision:ready name:Watched', call);
    const [made] = await store.digests.list({ channelId });
    if (made === undefined) throw new Error('nothing was made');
    await store.digests.edit(
      made,
      { ...made, query, schedule: { ...made.schedule, zone } },
      'U1',
      null,
    );
    const broken = await store.digests.find(made.id);

    const list = await typed('list', call);
    expect(list.text).toContain(listed);
    expect(list.text).not.toContain('started');
    for (const line of ['edit top:3', 'edit every:4h', 'rename Watched to Seen']) {
      expect((await typed(line, call)).text).toContain(refused);
      expect(await store.digests.find(made.id)).toEqual(broken);
    }
    await typed('pause', call);
    expect((await typed('resume', call)).text).toContain('can no longer be read');
    expect((await typed('test', call)).text).toContain('can no longer be read');
    expect((await store.digests.find(made.id))?.state).toBe('paused');
    await typed('edit decision:ready zone:Europe/Paris', call);
    expect((await typed('resume', call)).text).toContain('resumed');
  },
);

test('an alert on scores beyond those that are given says where they lie', async () => {
  const { digests } = digestDeskOver(store);
  const files = [40, 91].map((score) => rentalFile({ id: `at-${score}`, score }));
  const call = callOver(() => pagesOf(files), { place: { channelId }, call: { digests } });
  await call.portfolio.read();

  const { text } = await typed('add score:>100', call);

  expect(text).toContain('none fits today. The scores that the service gives go from 40 to 91.');
});

test.each([
  ['en', 'decision:ready', 'name:"Ready to decide (2)"', 'Edit', 'There is an alert “Ready'],
  ['fr', 'décision:prêt', 'nom:"Prêts à décider (2)"', 'Modifier', 'Il y a déjà une alerte « Pr'],
] as const)(
  'an alert like another one is set up once it has a name of its own (%s)',
  async (language, query, name, edit, said) => {
    const call = await claire(language);
    const verb = { en: 'add', fr: 'ajouter' }[language];
    await typed(`${verb} ${query}`, call);

    const offered = await typed(
      `${verb} ${query} ${{ en: 'every', fr: 'toutes' }[language]}:4h`,
      call,
    );

    expect(offered.text.replaceAll('\u00a0', ' ')).toContain(said);
    expect(buttonsOf(offered)).toEqual([edit]);
    expectGood(offered);
    expect(await store.digests.list({ channelId, kind: 'alert' })).toHaveLength(1);

    const copied = offered.text.slice(offered.text.indexOf(` ${verb} `) + 1);
    expect(copied).toContain(name);
    const added = await typed(copied, call);
    expect(added.text.replaceAll('\u00a0', ' ')).toContain(said);
    expect(await store.digests.list({ channelId, kind: 'alert' })).toHaveLength(2);
    // What is offered next is free again.
    const { text } = await typed(`${verb} ${query}`, call);
    expect(text).toContain(name.replace('2', '3'));
  },
);

test('alerts on other files, or on other changes of the same, are not alike', async () => {
  const call = await claire();
  await typed('add decision:ready', call);
  for (const line of [
    'decision:pending',
    'decision:ready when:leaves',
    'decision:ready min-age:3d',
  ]) {
    expect((await typed(`add ${line}`, call)).text).not.toContain('There is');
  }
});

test('an alert that is changed to be like another one says so', async () => {
  const call = await claire();
  await typed('add decision:ready name:one', call);
  await typed('add decision:pending name:other', call);

  const { text } = await typed('edit other decision:ready', call);

  expect(text).toContain('There is an alert “one” (ID ');
});

test('a query alone sets up an alert, and one sentence says when, where, how often and what comes first', async () => {
  const message = await typed('add decision:ready name:"ready Nantes"', await claire());

  expect(message.text.split('\n')).toEqual([
    'Alert “ready Nantes” is set up.',
    'When a file enters “ready Nantes”, in this channel, at most every hour. Files: ready to decide. First: files that fit from now on; 2 fit today and are not announced.',
  ]);
  expect([buttonsOf(message), menuOf(message)]).toEqual([
    ['Test', 'Edit', 'History'],
    ['Pause', 'Remove…'],
  ]);
  expectGood(message);
  const [made] = await store.digests.list({ channelId, kind: 'alert' });
  expect(made).toMatchObject({
    alert: { on: 'enters', aspects: [], everyMinutes: 60, quiet: null },
    schedule: { times: [], days: [1, 2, 3, 4, 5, 6, 7] },
    nextDueAt: null,
  });
});

test.each([
  ['en', 'add decision:ready property:gare', 'Ready to decide, property gare'],
  ['fr', 'ajouter décision:prêt bien:"rue de la Paix"', 'Prêts à décider, bien rue de la Paix'],
] as const)('without a name, its query in words is one: %s %s', async (language, line, name) => {
  const call = await claire(language);
  await typed(line, call);

  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([{ name }]);
  const edit = language === 'en' ? 'edit' : 'modifier';
  await typed(`${edit} ${name} every:15m`, call);
  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([
    { name, alert: { everyMinutes: 15 } },
  ]);
});

test.each([
  ['add decision:pending,ready', 'Awaiting decision'],
  ['add decision:awaiting property:Lyon', 'Awaiting decision, property Lyon'],
  ['add decision:approved', 'Approved'],
])('an alert that nobody named says what it is on: %s', async (line, name) => {
  const call = await claire('en');
  await typed(line, call);

  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([{ name }]);
});

test('an alert whose query can no longer be read gets another by its edit', async () => {
  const call = await claire('en');
  await typed('add decision:ready', call);
  await runSql(
    store,
    `update rental_desk.digests set query = 'nonsense:1' where channel_id = '${channelId}'`,
  );

  expect((await typed('edit decision:pending', call)).text).toContain('saved');
});

test('an alert that nobody named is called by what it asks for now', async () => {
  const call = await claire('fr');
  await typed('ajouter décision:prêt', call);

  await typed('modifie les prêts en décision:attente', call);

  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([
    { name: 'Décision en attente' },
  ]);
  await typed('renomme décision en attente en Retards', call);
  await typed('modifie Retards en décision:prêt', call);
  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([
    { name: 'Retards', query: expect.stringContaining('decision:ready') },
  ]);
});

test('all options in one line, in French and to oneself', async () => {
  const call = await claire('fr');
  const message = await typed(
    'ajouter décision:prêt quand:change:note,complétude à:moi toutes:15m silence:20h-8h jours:lun-ven',
    call,
  );

  expect(message.text).toContain('Quand la note ou la complétude d’un dossier de');
  expect(message.text).toContain('à vous uniquement, au plus toutes les 15 minutes.');
  expect(message.text).toContain('Tous les jours ouvrés, sauf entre 20:00 et 08:00.');
  expectGood(message);
  const [made] = await store.digests.list({ channelId: call.person.userId, kind: 'alert' });
  expect(made).toMatchObject({
    ownerId: call.person.userId,
    alert: {
      on: 'changes',
      aspects: ['score', 'completion'],
      everyMinutes: 15,
      quiet: { from: '20:00', until: '08:00' },
    },
    schedule: { days: [1, 2, 3, 4, 5] },
  });
  expect((await typed('liste', call)).text).toContain('à vous uniquement');
  await store.digests.remove(made?.id ?? '', call.person.userId);
});

test('an alert that nothing fits today says so', async () => {
  const { text } = await typed('add decision:approved', await claire());

  expect(text).toContain('First: files that fit from now on; none fits today.');
});

test.each([
  ['add decision:ready when:sometimes', '“when:” takes for example enters, leaves'],
  ['add decision:ready when:changes', 'when:changes:score,completion'],
  ['add decision:ready when:changes:rent', '“when:” takes for example'],
  ['add decision:ready every:often', '“every:” takes up to 7 days, for example immediately'],
  ['add decision:ready quiet:night', '“quiet:” takes for example 20:00-08:00'],
  ['add decision:ready to:nobody', '“to:” takes for example me'],
  ['add decision:ready group:property', 'An alert has no option “group:”'],
  ['add 09:00 decision:ready', 'An alert has no option “times:”'],
  ['add when:leaves', 'An alert needs a query.'],
  ['add applicant:dupont', 'stores no names of applicants'],
  ['add decsion:ready', 'decsion'],
  ['add taken:nobody decision:ready', 'An alert cannot ask who has taken'],
  ['add snoozed:yes', 'An alert cannot ask who has taken'],
  ['explode', 'is not an alert command'],
  ['pause Zzzz', 'There is no alert “Zzzz” here.'],
  ['pause until monday', 'There is no alert here yet.'],
  ['pause "Lyon alert" for a week', 'There is no alert “Lyon alert” here.'],
])('%j is answered with what to do', async (text, answer) => {
  const message = await typed(text, await claire());

  expect(message.text).toContain(answer);
  expectGood(message);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

test.each(['it', 'Monday', '', 'this one'])(
  'the only alert is paused by “%s”, which might be a time as well',
  async (named) => {
    const call = await claire();
    await typed('add age:>3bd name:Monday', call);

    await typed(`pause ${named}`, call);
    expect(await store.digests.list({ channelId })).toMatchObject([{ state: 'paused' }]);
  },
);

test('an alert is not paused up to a day, and nothing is changed', async () => {
  const call = await claire();
  await typed('add decision:ready', call);

  expect((await typed('pause until monday', call)).text).toContain('cannot be paused for a time');
  expect(await store.digests.list({ channelId })).toMatchObject([{ state: 'active' }]);
});

test('alerts and digests are listed apart, and cannot share a name', async () => {
  const call = await claire();
  await typed('add decision:ready name:x', call);

  expect((await typed('', call)).text).toContain('1 alert');
  const again = await typed('add decision:pending name:X', call);
  expect(again.text).toContain('There is a digest or an alert “X” in that channel already.');
  expect(await store.digests.list({ channelId, kind: 'digest' })).toEqual([]);
});

test('an alert that was removed is not said to be unchanged where the others cannot be listed', async () => {
  const call = await claire('fr');
  await typed('ajouter decision:pret nom:mienne', call);
  const form = await formOf(alert.run('supprimer mienne', call));
  const { digests } = call;
  if (digests === undefined) throw new Error('there is no store of digests');
  const cut = {
    ...call,
    digests: { ...digests, digests: { ...digests.digests, list: async () => cutOff() } },
  };

  const removed = await messageOf(alert.submit?.(form.action.args, {}, cut) ?? AsyncNone());
  expect(removed.text).toBe(
    'L’alerte « mienne » est supprimée. La liste ne peut pas être affichée : la base de données de Rental Desk ne répond pas.',
  );
  expectGood(removed);
  expect(await store.digests.list({ channelId })).toEqual([]);
});

function cutOff(): never {
  throw new StoreError('unreachable', 'The connection is cut off');
}

test.each([
  ['decision:ready', 'decision:ready'],
  ['decision:pending property:lyon', 'decision:pending property:lyon'],
  ['decision:approved', 'decision:approved'],
  ['status:closed', 'status:closed'],
  ['decision:ready archived:yes sort:rent', 'decision:ready archived:yes sort:highest-rent'],
  ['property:lyon', 'property:lyon'],
])('the form of an alert on %s shows what was typed', async (query, shown) => {
  const call = await claire();
  await typed(`add ${query} name:Mine`, call);
  const form = await formOf(alert.run('edit Mine', call));
  expect(formValues(form)['query']).toBe(shown);

  // Saved as it is, it is about the same files.
  const [before] = await store.digests.list({ channelId, kind: 'alert' });
  await messageOf(alert.submit?.(form.action.args, formValues(form), call) ?? AsyncNone());
  const [after] = await store.digests.list({ channelId, kind: 'alert' });
  expect(after?.query).toBe(before?.query);
});

test('an alert is paused, resumed from now on, edited and removed by its owner', async () => {
  const call = await claire();
  const made = await typed('add decision:ready name:"my alert"', call);

  const paused = await pressed(made, 'Pause', call);
  expect(paused.text).toContain('Alert “my alert” paused.');
  expect(paused.text).toContain('Paused.');
  for (const shown of [paused, await typed('list', call), await pressed(paused, 'History', call)]) {
    expect(JSON.stringify(shown.blocks)).toContain(
      'Paused by "},{"type":"user","user_id":"U0CLAIRE001"},{"type":"text","text":"."}',
    );
  }
  const resumed = await typed('resume my alert', call);
  expect(resumed.text).toContain('2 fit today and are not announced');
  const edited = await typed('edit my alert every:immediately', call);
  expect(edited.text).toContain('When a file enters “my alert”, in this channel, at once.');
  expect(edited.text).not.toContain('First:');
  const other = await typed('edit my alert decision:pending', call);
  expect(other.text).toContain('1 fits today and is not announced');
  const form = await formOf(alert.run('remove my alert', call));
  const after = await messageOf(alert.submit?.(form.action.args, {}, call) ?? AsyncNone());
  expect(after.text).toContain('Alert “my alert” removed.');
  expect(await store.digests.list({ channelId })).toEqual([]);
  const again = await messageOf(alert.submit?.(form.action.args, {}, call) ?? AsyncNone());
  expect(again.text).toContain('This alert was removed.');
  expectGood(again);
  for (const label of ['Edit', 'Test', 'Pause', 'Remove…']) {
    const refused = await pressed(made, label, call);
    expect(refused.text).toBe(
      'This alert was removed. Type /rental alert list for those there are.',
    );
    expectGood(refused);
  }
});

test.each([
  ['en', 'remove', 'This alert was removed.', 'There is no alert “zzzz” here.'],
  [
    'fr',
    'supprimer',
    'Cette alerte a été supprimée.',
    'Il n’y a pas d’alerte «\u00a0zzzz\u00a0» ici.',
  ],
] as const)(
  'in %s, a typed id is of an alert that was removed, or of none',
  async (language, verb, removed, unknown) => {
    const call = await claire(language);
    await typed('add decision:ready', call);
    const [made] = await store.digests.list({ channelId });
    const id = made?.id ?? '';
    await store.digests.remove(id, call.person.userId);

    expect((await typed(`${verb} ${id}`, call)).text).toContain(removed);
    expect((await typed(`${verb} zzzz`, call)).text).toContain(unknown);
  },
);

async function* AsyncNone(): AsyncGenerator<Answer> {}

test('what an error has held up is announced after it is resumed', async () => {
  const call = await claire();
  await typed('add decision:ready name:x', call);
  const [made] = await store.digests.list({ channelId });
  await store.digests.pause(made?.id ?? '', 'is_archived', 'U0CLAIRE001');

  expect((await typed('list', call)).text).toContain('Paused: the channel is archived');
  expect((await typed('resume x', call)).text).toContain(
    'What happened while it was paused is announced in the next post.',
  );
});

test('an alert that is changed or resumed says that its channel is archived', async () => {
  const call = await claire();
  await typed('add decision:ready name:x', call);
  const later: CommandContext = {
    ...call,
    channels: { ...call.channels, membership: async () => 'archived' },
  };
  const says = 'That channel is archived: nobody can post there. Choose another one.';

  expect((await typed('edit x every:immediately', later)).text).toContain(says);
  await typed('pause x', call);
  expect((await typed('resume x', later)).text).toContain(says);
  expect((await typed('edit x every:hourly', call)).text).not.toContain(says);
});

test('others may read an alert of their channel, and only its owner and admins change it', async () => {
  const call = await claire();
  await typed('add decision:ready name:x', call);
  const bob = by(call, 'U0BOB000001');

  expect((await typed('pause x', bob)).text).toContain('Only the owner of an alert and admins');
  expect(buttonsOf(await typed('list', bob))).not.toContain('Edit');
  const admin = by(call, 'U0ADMIN0001', true);
  expect((await typed('take x', admin)).text).toContain('You now own the alert “x”.');
});

test('the history of an alert that has sent nothing speaks of no due time', async () => {
  const call = await claire();
  await typed('add decision:ready name:x', call);

  expect((await typed('history x', call)).text).toContain('Nothing was announced yet.');
});

test('an alert to one person is nobody else’s', async () => {
  const call = await claire();
  await typed('add decision:ready name:mine to:me', call);
  const [made] = await store.digests.list({ channelId: call.person.userId, kind: 'alert' });
  const bob = await claire('en', { isIn: async () => false });

  const { text } = await typed(`history ${made?.id}`, by(bob, 'U0BOB000001'));
  expect(text).toContain('its alerts are not shown');
  await store.digests.remove(made?.id ?? '', call.person.userId);
});

test.each(['en', 'fr'] as const)(
  'forms over the list of alerts lead back to it, in %s',
  async (language) => {
    const call = await claire(language);
    const over = { ...call, place: { ...call.place, returns: true } };
    const submit = async (form: Form, filled: Record<string, string | readonly string[]>) =>
      messageOf(alert.submit?.(form.action.args, filled, over) ?? AsyncNone());
    const { alerts } = call.words;
    const add = await formOf(alert.run('add', call));

    const made = await submit(add, { ...formValues(add), query: 'decision:ready', name: 'first' });
    const edit = await formOf(alert.run('edit first', call));
    const changed = await submit(edit, { ...formValues(edit), name: 'second' });
    const remove = await formOf(alert.run('remove second', call));
    const gone = await submit(remove, {});
    const again = await submit(remove, {});

    expect([add, edit, remove].map(({ returns }) => returns)).toEqual([true, true, true]);
    expect(made.text).toContain(alerts.saved('first'));
    expect(made.text).toContain(alerts.title(1));
    expect(changed.text).toContain(alerts.changed('second'));
    expect(changed.text).toContain(alerts.title(1));
    expect(gone.text).toContain(alerts.removed('second'));
    expect(again.text).toContain(alerts.wasRemoved.happened);
    for (const message of [made, changed, gone, again]) expectGood(message);
  },
);

test.each([
  ['Pause', 'en', '‹ All alerts'],
  ['History', 'en', '‹ All alerts'],
  ['Historique', 'fr', '‹ Toutes les alertes'],
] as const)(
  'what has become of an alert after “%s” leads back to its page of the list (%s)',
  async (label, language, all) => {
    const call = await claire(language);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await typed(`add decision:ready name:a${number}`, call);
    }
    const inList = { ...call, place: { ...call.place, surface: 'button' as const } };
    const list = await messageOf(alert.runAction({ do: 'list', page: 2 }, inList));

    const outcome = await pressed(list, label, inList);
    expectGood(outcome);
    const back = await pressed(outcome, all, inList);

    expect(back.text).toContain('a6');
    expect(back.text).not.toContain('a1');

    // Where everybody reads, the list would show the person's own alerts, too.
    const inChannel = { ...inList, place: { ...inList.place, audience: 'channel' as const } };
    expect(buttonsOf(await pressed(list, label, inChannel))).not.toContain(all);
  },
);

test.each([
  ['en', 'add decision:ready to:me', 'There are already 100 alerts there, the most a channel'],
  ['fr', 'ajouter décision:prêt à:moi', 'Il y a déjà 100 alertes à cet endroit, le maximum'],
] as const)('a person has a hundred alerts at most (%s)', async (language, line, refusal) => {
  const call = by(await claire(language), `U0MANY${language.toUpperCase()}`);
  const { userId } = call.person;
  await typed(line, call);
  const [first] = await store.digests.list({ channelId: userId, kind: 'alert' });
  if (first === undefined) throw new Error('nothing was set up');
  for (let number = 2; number <= SAVED_MAX; number += 1) {
    await store.digests.add({ ...first, name: `alert ${number}` }, userId, null);
  }

  expect((await typed(line, call)).text).toContain(refusal);
  expect(await store.digests.list({ channelId: userId })).toHaveLength(SAVED_MAX);
});

test('the form sets up an alert, and changes it', async () => {
  const call = await claire();
  const form = await formOf(alert.run('add', call));
  const filled = {
    ...formValues(form),
    query: 'decision:ready',
    name: 'from form',
    quiet: '20h-8h',
  };
  const made = await messageOf(alert.submit?.(form.action.args, filled, call) ?? AsyncNone());
  expect(made.text).toContain(
    'When a file enters “from form”, in this channel, at most every hour.',
  );
  expect(made.text).toContain('Not between 20:00 and 08:00.');

  const again = await formOf(alert.run('edit from form', call));
  const changes = { ...formValues(again), when: 'changes', aspects: ['score'], every: '0' };
  const changed = await messageOf(alert.submit?.(again.action.args, changes, call) ?? AsyncNone());
  expect(changed.text).toContain('When the score of a file in “from form” changes');
  const wrong =
    alert.submit?.(again.action.args, { ...changes, query: 'x:1' }, call) ?? AsyncNone();
  await expect(Array.fromAsync(wrong)).rejects.toThrow(FormError);
});

test.each([
  [
    'en',
    'add',
    'Tick at least one change.',
    'Write for example 20:00-08:00, or leave it empty.',
    'An alert needs a query. For example decision:ready property:nantes. No names of applicants.',
  ],
  [
    'fr',
    'ajouter',
    'Cochez au moins un changement.',
    'Écrivez par exemple 20:00-08:00, ou laissez ce champ vide.',
    'Il faut une requête à une alerte. Par exemple décision:prêt bien:nantes. Pas de noms de candidats.',
  ],
] as const)(
  'the form marks all that is wrong, and says what to do in it, in %s',
  async (language, add, aspects, quiet, query) => {
    const call = await claire(language);
    const form = await formOf(alert.run(add, call));
    const wrong = { query: 'top:5', when: 'changes', aspects: [], quiet: 'late', days: [] };
    const filled = { ...formValues(form), ...wrong };

    const submitted = Array.fromAsync(
      alert.submit?.(form.action.args, filled, call) ?? AsyncNone(),
    );
    await expect(submitted).rejects.toEqual(
      new FormError({ aspects, quiet, query, days: call.words.digestForm.needed }),
    );
  },
);

test('the form says what an alert is, and that hours in a hint are an example', async () => {
  const { blocks } = await formOf(alert.run('add', await claire()));

  expect(blocks[0]).toMatchObject({ text: { text: expect.stringContaining('each once') } });
  expect(blocks).toContainEqual(
    expect.objectContaining({
      block_id: 'quiet',
      hint: expect.objectContaining({
        text: expect.stringMatching(/^For example .* Empty: none/u),
      }),
    }),
  );
});

test('a test shows what an alert would have announced in the last 7 days', async () => {
  const call = await claire();
  const instance = startInstance(store);
  instance.read([{ ...FILES[0], decision: 'PENDING' }, FILES[1] ?? {}, FILES[2] ?? {}]);
  await instance.evaluate();
  instance.read(FILES);
  await instance.evaluate();
  await typed('add decision:ready name:x', call);
  const journal = {
    history: () => ({ version: 1, sinceMs: 0, gapsUntil: () => [], timesOf: () => null }),
    eventsOf: async () => [],
  };

  const message = await typed('test x', { ...call, journal });
  expect(message.text).toContain('“x” would have announced 1 file in the last 7 days.');
  expectGood(message);
  expect((await typed('test x', call)).text).toContain('Nothing is recorded yet');

  call.service.isDown = true;
  await expect(call.portfolio.read()).rejects.toThrow(RentalError);
  const stale = await typed('test x', { ...call, journal });
  expect(stale.text).toMatch(/^The Rental File Service is unavailable: /u);
  expect(stale.text).toContain('would have announced 1 file');
  expect(stale.text).toMatch(/\nAs of \d\d:\d\d\n/u);
});

test.each([
  ['en', 'ready with a photo', '/rental alert add decision:ready has:photo'],
  ['fr', 'prêts sans garant', '/rental alerte ajouter décision:prêt sans:garant'],
  ['en', 'when a file is ready', '/rental alert add decision:ready'],
  ['fr', 'quand un dossier est prêt', '/rental alerte ajouter décision:prêt'],
] as const)(
  'an alert in plain words is offered as the command that sets it up: %s %s',
  async (language, line, command) => {
    const message = await typed(line, await claire(language));
    expect(message.text).toContain(command);
    expect(await store.digests.list({ channelId, kind: 'alert' })).toEqual([]);
    expectGood(message);

    const verb = command.split(' ').slice(2).join(' ');
    await typed(verb, await claire(language));
    expect(await store.digests.list({ channelId, kind: 'alert' })).toHaveLength(1);
  },
);

const HELD = {
  inFiles: (word: string) => word !== 'blorp',
  inProperties: (word: string) => word === 'Paris',
};

test('a town of an offered alert is one of properties, in the language of the reader', () => {
  expect(alertQueryIn('ready in Paris', 'en', HELD, false)).toEqual({
    query: 'decision:ready property:Paris',
    ignored: [],
  });
  expect(alertQueryIn('prêts à Paris', 'fr', HELD, false)?.query).toBe('décision:prêt bien:Paris');
  expect(alertQueryIn('prêts Dupont', 'fr', HELD, false)).toBe(null);
  expect(alertQueryIn('who is ready', 'en', HELD, false)).toBe(null);
  expect(alertQueryIn('ready blorp', 'en', HELD, false)).toBe(null);
  expect(alertQueryIn('ready blorp', 'en', HELD, true)).toEqual({
    query: 'decision:ready',
    ignored: ['blorp'],
  });
  // A town alone is a query only of somebody who asks to be notified.
  expect(alertQueryIn('Paris', 'en', HELD, false)).toBe(null);
  expect(alertQueryIn('Paris', 'en', HELD, true)?.query).toBe('property:Paris');
});

test('an alert that may name a person is not offered', async () => {
  for (const line of ['ready dupont', 'blorp']) {
    expect((await typed(line, await claire())).text).toContain('is not an alert command');
  }
});

test.each([
  ['en', 'add decision:ready to:me', 'it sends no alerts to people directly'],
  ['fr', 'ajouter décision:prêt à:moi', 'il n’envoie pas d’alertes en message direct'],
] as const)(
  'where only some channels are answered, none goes to a person (%s)',
  async (language, line, said) => {
    const call = await claire(language);
    const { digests } = digestDeskOver(store);
    const limited = { ...call, digests: { ...digests, allowsDirectAlerts: false } };

    expect((await typed(line, limited)).text).toContain(said);
    expect(await store.digests.list({ channelId: call.person.userId, kind: 'alert' })).toEqual([]);
  },
);

test.each([
  ['en', 'add ready quiet:"20:00 to 8:00"'],
  ['fr', 'ajouter prêts silence:"20h à 8h"'],
] as const)('quiet hours are read in words (%s)', async (language, line) => {
  await typed(line, await claire(language));
  expect(await store.digests.list({ channelId, kind: 'alert' })).toMatchObject([
    { alert: { quiet: { from: '20:00', until: '08:00' } } },
  ]);
});

test('a file whose score cannot be read when an alert is added is not announced once it can', async () => {
  const call = await claire();
  const files = FILES.map((file) => ({ ...file, score: 90 }));
  call.service.files = files.map((file, at) => (at === 0 ? { ...file, score: 'n/a' } : file));
  await call.portfolio.read();
  await typed('add decision:ready score:>80', call);
  const [made] = await store.digests.list({ channelId, kind: 'alert' });
  if (made === undefined) throw new Error('no alert was made');
  const one = startInstance(store);
  one.read(files);
  await one.evaluate();
  expect(await announcedBy(store, made)).toEqual([]);
});

test.each([
  ['enters', ['enters c']],
  ['leaves', ['leaves b']],
  ['changes:decision', ['decision b READY ACCEPTED', 'decision c PENDING READY']],
])(
  'what happens between the answer and the first evaluation is announced: %s',
  async (when, all) => {
    const call = await claire();
    const one = startInstance(store);
    one.read(FILES);
    await one.record();
    const query = when === 'leaves' ? 'decision:ready' : 'decision:ready,pending';
    await typed(`add ${when === 'enters' ? 'decision:ready' : query} when:${when}`, call);
    const [made] = await store.digests.list({ channelId, kind: 'alert' });
    if (made === undefined) throw new Error('no alert was made');
    const decisions = ['READY', 'ACCEPTED', 'READY'];
    one.read(FILES.map((file, at) => ({ ...file, decision: decisions[at] })));
    await one.evaluate();
    expect((await announcedBy(store, made)).toSorted()).toEqual(all);
  },
);

test.each([
  [
    'en',
    'decision:ready',
    'A newer version of Rental Desk has set this up.',
    'When a file',
    'Paused',
  ],
  [
    'fr',
    'décision:prêt',
    'Cette configuration vient d’une version',
    'Quand un dossier',
    'En pause',
  ],
] as const)(
  'an alert of a newer version says so, and is refused before anything is stored (%s)',
  async (language, query, happened, announces, isPaused) => {
    const call = await claire(language);
    await typed(`${language === 'en' ? 'add' : 'ajouter'} ${query}`, call);
    const [made] = await store.digests.list({ channelId, kind: 'alert' });
    const id = made?.id ?? '';
    const acted = async (what: string) => messageOf(alert.runAction({ do: what, id }, call));
    await runSql(
      store,
      `update rental_desk.digests set alert = jsonb_set(alert, '{on}', '"rests"') where id = $1`,
      [id],
    );

    const list = await acted('list');
    expect(list.text).toContain(`${made?.name ?? ''} · ${happened}`);
    expect(JSON.stringify(list)).not.toContain(announces);
    expectGood(list);
    expect((await acted('history')).text).toContain(happened);
    for (const what of ['test', 'edit']) expect((await acted(what)).text).toContain(happened);
    const paused = await acted('pause');
    expect(paused.text).toContain(happened);
    expect(paused.text).toContain(isPaused);
    const before = await store.digests.find(id);
    expect((await acted('resume')).text).toContain(happened);
    expect(await store.digests.find(id)).toEqual(before);
    // What it announces is not known to be alike.
    const other = await typed(`${language === 'en' ? 'add' : 'ajouter'} ${query}`, call);
    expect(await store.digests.list({ channelId, kind: 'alert' })).toHaveLength(2);
    expect(other.text).not.toContain(id);
  },
);

test('an alert in a time zone that is no longer known is not resumed, and nothing is stored', async () => {
  const call = await claire();
  await typed('add decision:ready name:ready', call);
  await typed('pause ready', call);
  const [made] = await store.digests.list({ channelId, kind: 'alert' });
  await runSql(store, `update rental_desk.digests set zone = 'Mars/X' where id = $1`, [made?.id]);

  for (const line of ['resume ready', 'test ready']) {
    expect((await typed(line, call)).text).toContain('can no longer be read');
  }
  expect(await store.digests.find(made?.id ?? '')).toMatchObject({ version: made?.version });
});

test.each([
  ['en', 'add decision:ready rent:<900 name:Cheap', 'Files: ready to decide, rent below 900.'],
  [
    'fr',
    'ajouter décision:prêt loyer:<900 nom:Cheap',
    'Dossiers\u00a0: prêts à décider, loyer au-dessous de 900.',
  ],
] as const)(
  'an alert says what it asks for, unless its name does (%s)',
  async (language, line, files) => {
    const call = by(await claire(language), `U0ASKED${language.toUpperCase()}`);
    const [list, make] =
      language === 'en' ? ['list', 'add decision:ready'] : ['liste', 'ajouter décision:prêt'];

    const named = await typed(line, call);
    const unnamed = await typed(make, call);
    const all = await typed(list, call);

    for (const { text, blocks } of [named, all]) {
      expect(text).toContain(files);
      expect(JSON.stringify(blocks)).toContain(files);
    }
    expect(unnamed.text).not.toMatch(/Files:|Dossiers\u00a0:/u);
    expect(all.text.split(/Files:|Dossiers\u00a0:/u)).toHaveLength(2);
  },
);
