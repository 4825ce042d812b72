import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import type { ReaderInfo } from '../../src/commands/dispatcher.ts';
import { FormError } from '../../src/commands/errors.ts';
import {
  answerOf,
  asking,
  buttonsOf,
  deskOver,
  ENGLISH,
  FRENCH,
  pressOf,
  shownButtons,
} from '../support/desk.ts';
import { memoryStore } from '../support/memory-store.ts';
import {
  pagesOf,
  rentalFile,
  rentalFiles,
  serviceDown,
  serviceResting,
} from '../support/rental-files.ts';

const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));

function glanceOf(locale: string | null, channelId: string | null = null): ReaderInfo {
  return { reader: { locale, zone: null }, channelId };
}

test.each(['help', 'HELP', 'aide', '?'])('/rental %j is help', async (text) => {
  const { text: said } = await answerOf(dispatcher.run(text, ENGLISH));
  expect(said).toMatchInlineSnapshot(`
    "Rental Desk. Your rental files, in Slack: what each one is about, who applies and what is decided.
    Try it: /rental, /rental pending, /rental list, /rental show LY-0342
    Look up
    • /rental overview: See the backlog at a glance; same as /rental alone
    • /rental pending [query]: List files awaiting decision, ready ones first
    • /rental list [query]: List all files, newest first, or those that match a query
    • /rental show [id, reference or words]: Open one file in full
    • /rental search &lt;words&gt;: Find files by applicant or property; a single match opens
    • /rental me [as manager] [query]: List the files you manage, ready ones first
    • /rental property &lt;reference or words&gt;: Compare the files of one property, in order of arrival
    • /rental vacant [in 14d] [words]: List properties available soon, with how many files are ready
    • /rental stats [query]: Chart files by status and decisions per week, with the time to decide
    • /rental report [week | month] [target:days] [query]: Report on the last week or month against the one before
    Follow up
    • /rental take [file]: Take a file, so that colleagues see it, or give it to one of them
    • /rental drop [file]: Give back a file that you have taken
    • /rental watch [file]: Get a file’s changes by direct message, or list those you watch
    • /rental snooze [file]: Leave a file out of digests until a day, or until it changes
    • /rental digest [add | list | edit | run | preview | snooze | pause | resume | remove | take | status] [options] [query]: Post files awaiting decision here at set times
    • /rental alert [add | list | edit | test | pause | resume | remove | take | history] [options] [query]: Announce files that enter a query, leave it or change, once each
    • /rental view [save | list | run | rename | remove] [name] [query]: Save queries for this channel and run them
    • /rental export [query]: Export files as CSV, by direct message (admins)
    Manage
    • /rental settings: Set this channel’s language, privacy, page size and post retention
    • /rental access [user:@name] [file:id]: See who opened what (admins)
    • /rental status: Check Rental Desk and the Rental File Service
    • /rental help [command]: See all commands, or one of them in detail
    Awaiting decision: neither decided, closed nor archived. Ready to decide: the service says so. In review: collected or analysed, and not known to be incomplete. Waiting for documents: the others. Not ready: in review or waiting for documents.
    /rental help keys lists what a query can ask for; /rental help list explains one command.
    Answers are for your eyes only, until you share one."
  `);
});

test('a store that hangs is waited for once to make an answer, and once to post it, and is asked once', async () => {
  vi.useFakeTimers();
  try {
    const store = memoryStore(() => 0);
    const of = vi.fn<() => Promise<never>>(async () => Promise.race([]));
    const own = deskOver(() => [], { store: { ...store, settings: { ...store.settings, of } } });
    const answers: string[] = [];
    const inChannel = asking({ place: { audience: 'channel' } });
    const run = async () =>
      answers.push((await answerOf(own.dispatcher.run('help', inChannel))).text);
    const running = run();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(answers).toEqual([expect.stringContaining('Rental Desk')]);
    await running;
    expect(of).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each(['', '  '])('/rental %j alone tells what waits', async (text) => {
  const { text: said } = await answerOf(dispatcher.run(text, ENGLISH));
  expect(said).toContain('3 rental files await a decision');
});

test.each([
  ['an id that is held', (id: string) => id],
  ['a link', (id: string) => `https://console.example.com/${id}`],
])('/rental with nothing but %s shows the file', async (_what, typed) => {
  const [file] = rentalFiles(3);
  const answered = deskOver(() => pagesOf(rentalFiles(3))).dispatcher;
  await answerOf(answered.run('list', ENGLISH));
  const { text } = await answerOf(answered.run(typed(file?.id ?? ''), ENGLISH));
  expect(text).toContain('Anne Lefèvre 0');
});

test.each([
  ['lst', 'list'],
  ['Listt', 'list'],
  ['halp', 'help'],
  ['aid', 'help'],
  ['atente', 'pending'],
  ['x', null],
  ['pomegranate', null],
  ['constructor', null],
])('/rental %s is not known, and the nearest is %j', async (text, name) => {
  await expect(answerOf(dispatcher.run(text, ENGLISH))).rejects.toMatchObject({
    text,
    nearest: name === null ? null : { name },
  });
});

test('whatever is typed is answered or not known, and never breaks anything', async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), 300);
  const outcomes = await Promise.all(
    texts.map((text) =>
      answerOf(dispatcher.run(text, ENGLISH)).then(
        () => 'answered',
        (error: Error) => error.name,
      ),
    ),
  );
  const fine = ['answered', 'UnknownCommandError', 'QueryError'];
  expect(outcomes.filter((it) => !fine.includes(it))).toEqual([]);
});

test('trying again asks for what was typed', async () => {
  const again = { command: 'list', args: { typed: '' } };
  expect(dispatcher.match('  LIST  ')).toMatchObject({ name: 'list', again });
  expect((await answerOf(dispatcher.runAction(again, ENGLISH))).text).toContain('3 rental files');
  expect(dispatcher.match('pomegranate')).toMatchObject({ name: 'unknown', again: null });
});

test('a query needs no command before it', async () => {
  const { text } = await answerOf(dispatcher.run('decision:pending', ENGLISH));
  expect(text).toContain('3 rental files · Decision pending');
});

test('a slip offers what was probably meant in one press', async () => {
  const slip: unknown = await answerOf(dispatcher.run('lits anne', ENGLISH)).catch(
    (reason: unknown) => reason,
  );
  const failure = await dispatcher.failed(slip, null, ENGLISH);
  const action = pressOf(failure, '/rental list anne');
  const { text } = await answerOf(dispatcher.runAction(action, ENGLISH));
  expect(text).toContain('3 rental files · Matching');
});

test('a question that nothing answers leads to help and all files, not to help about its words or to a search without files', async () => {
  const asked = 'what is the meaning of life';
  const unknown: unknown = await answerOf(dispatcher.run(asked, ENGLISH)).catch(
    (reason: unknown) => reason,
  );
  const failure = await dispatcher.failed(unknown, null, ENGLISH);
  expect(buttonsOf(failure)).toEqual(['/rental list', '/rental help']);
});

test.each([
  ['help list', ENGLISH, 'age:&gt;3bd'],
  ['aide liste', FRENCH, 'âge:&gt;3jo'],
])('/rental %s tells what a query can say', async (text, reader, key) => {
  const { text: said } = await answerOf(dispatcher.run(text, reader));
  expect(said).toContain(key);
  expect(said.split('\n').length).toBeGreaterThan(17);
});

test('a failure says what happened, what to do and the reference', async () => {
  const { text: said } = await dispatcher.failed(serviceDown(), null, ENGLISH);
  expect(said).toBe(
    'The Rental File Service is unavailable: overloaded or under maintenance (status 503). Try again in a few minutes; if it keeps happening, tell your administrator the reference. (Reference K7M2XP)',
  );
});

test.each([
  [ENGLISH, 'there are no rental files to show', 'nothing newer is available'],
  [FRENCH, 'il n’y a aucun dossier à afficher', 'rien de plus récent n’est disponible'],
])(
  'while the service is left alone, something newer is missed only where there is something older',
  async (reader, nothing, older) => {
    const { dispatcher: desk } = deskOver(() => pagesOf(rentalFiles(3)));
    const before = (await desk.failed(serviceResting(), null, reader)).text;
    await answerOf(desk.run('list', reader));
    const after = (await desk.failed(serviceResting(), null, reader)).text;
    expect([before.includes(nothing), before.includes(older)]).toEqual([true, false]);
    expect([after.includes(nothing), after.includes(older)]).toEqual([false, true]);
  },
);

test('an error of ours tells nothing of itself', async () => {
  const { text, blocks } = await dispatcher.failed(new TypeError('secret of Anne'), null, FRENCH);
  expect(text).toContain('Une erreur s’est produite de notre côté.');
  expect(JSON.stringify(blocks) + text).not.toContain('Anne');
});

test('what somebody typed wrongly is shown as text, and no more of it than fits', async () => {
  const hostile = `<!channel>${'x'.repeat(5_000)}`;
  const error: unknown = await answerOf(dispatcher.run(hostile, ENGLISH)).catch(
    (reason: unknown) => reason,
  );
  const { text } = await dispatcher.failed(error, null, ENGLISH);
  expect(text).toContain('&lt;!channel&gt;');
  expect(text.length).toBeLessThan(1_000);
});

test('a button of a command that is gone is no longer good', async () => {
  const press = { command: 'gone', args: {} };
  await expect(answerOf(dispatcher.runAction(press, ENGLISH))).rejects.toMatchObject({
    name: 'StaleActionError',
  });
});

test.each([
  ['internal', 'A.\u00a0L.'],
  ['external', 'rental files in this message await a decision'],
] as const)(
  'what a channel sees that is %s shows people as %j, and one person everything',
  async (sharing, shown) => {
    const place = { audience: 'channel', sharing: async () => sharing } as const;
    const { text } = await answerOf(dispatcher.run('list', asking({ place })));
    expect(text).toContain(shown);
    expect(text).not.toContain('Lefèvre');

    const alone = asking({ place: { ...place, audience: 'person' } });
    expect((await answerOf(dispatcher.run('list', alone))).text).toContain('Anne Lefèvre 0');
  },
);

function channelThatIs(sharing: 'internal' | 'external') {
  return asking({ place: { audience: 'channel', sharing: async () => sharing } });
}

test('names in full, where a channel allows them, stay among those inside', async () => {
  const { dispatcher: own, store } = deskOver(() => pagesOf(rentalFiles(3)));
  await store.settings.save('C0LEASING01', { privacy: 'full' }, 'U1');
  expect((await answerOf(own.run('list', channelThatIs('internal')))).text).toContain(
    'Anne Lefèvre 0',
  );
  expect((await answerOf(own.run('list', channelThatIs('external')))).text).not.toMatch(
    /Lefèvre|A\.\sL\./,
  );
});

test.each(['export', 'access'])(
  '/rental %s reads nothing for whoever is no admin',
  async (name) => {
    let read = 0;
    const { dispatcher: own, store } = deskOver(() => {
      read += 1;
      return pagesOf(rentalFiles(3));
    });
    const ways = [
      own.run(name, ENGLISH),
      own.runAction({ command: name, args: {} }, ENGLISH),
      own.runAction({ command: name, args: { typed: '' } }, ENGLISH),
      own.submit({ command: name, args: {} }, {}, ENGLISH),
    ];
    for (const way of ways) {
      await expect(Array.fromAsync(way)).rejects.toMatchObject({ name: 'AdminsOnlyError' });
    }
    expect([read, store.opened]).toEqual([0, []]);
  },
);

test('what is no command but in the files is searched for', async () => {
  const { text } = await answerOf(dispatcher.run('Lefèvr 2', ENGLISH));
  expect(text).toContain('Lefèvre 2');
});

test.each([
  ['lits anne', ENGLISH, ['/rental list anne', '/rental search lits anne', '/rental help']],
  ['lits anne', FRENCH, ['/rental liste anne', '/rental chercher lits anne', '/rental aide']],
  ['hlep', ENGLISH, ['/rental help', '/rental list']],
  ['lits', ENGLISH, ['/rental list', '/rental help']],
])(
  '%s is not understood, and leads to the nearest commands, once each, without a reference',
  async (typed, who, labels) => {
    const error: unknown = await answerOf(dispatcher.run(typed, who)).catch(
      (reason: unknown) => reason,
    );
    const { text, blocks } = await dispatcher.failed(error, null, who);
    const rows = blocks.flatMap((block) => (block.type === 'buttons' ? block.buttons : []));
    expect(rows.map(({ label }) => label)).toEqual(labels);
    expect(text).not.toContain(who.reference);
  },
);

test.each([
  ['approve file-1', 'Files are decided and changed in the console.', ENGLISH],
  ['valider file-1', 'Les décisions et les modifications se font dans la console.', FRENCH],
])('%s leads to the console', async (typed, sentence, who) => {
  const { text, blocks } = await answerOf(dispatcher.run(typed, who));
  expect(text).toContain(sentence);
  const [row] = blocks.flatMap((block) => (block.type === 'buttons' ? [block.buttons] : []));
  expect(row?.map((button) => ('url' in button ? button.url : button.action))).toEqual([
    'https://console.example.com/file-1',
    { command: 'show', args: { id: 'file-1' } },
  ]);
});

test.each([
  ['approve R-7', ENGLISH, 'Files are decided and changed in the console.'],
  ['valider R-7', FRENCH, 'Les décisions et les modifications se font dans la console.'],
])('%s, which several files have, leads to each of them', async (typed, who, sentence) => {
  const product = { title: 'Loft', reference: 'R-7' };
  const { dispatcher: own } = deskOver(() =>
    pagesOf(['a', 'b'].map((id) => rentalFile({ id, product }))),
  );
  await Array.fromAsync(own.run('list', who));

  const { text, blocks } = await answerOf(own.run(typed, who));
  expect(text).toContain(sentence);
  const drawn = JSON.stringify(blocks);
  for (const id of ['a', 'b']) {
    expect(drawn).toContain(`https://console.example.com/${id}`);
    expect(shownButtons(blocks)).toContainEqual(
      expect.objectContaining({ action: { command: 'show', args: { id }, opens: 'modal' } }),
    );
  }
});

test('a file is shown by an id that ends a sentence', async () => {
  expect((await answerOf(dispatcher.run('show file-1.', ENGLISH))).text).toContain('Flat 1');
});

test('a form of a command that takes none is no longer good', async () => {
  const press = { command: 'list', args: {} };
  await expect(Array.fromAsync(dispatcher.submit(press, {}, ENGLISH))).rejects.toMatchObject({
    name: 'StaleActionError',
  });
});

test('the language of the channel goes before the reader’s', async () => {
  const { dispatcher: own, store } = deskOver(() => pagesOf(rentalFiles(3)));
  await store.settings.save('C0LEASING01', { language: 'fr' }, 'U1');
  expect((await answerOf(own.run('list', ENGLISH))).text).toContain('3 dossiers');
  expect((await own.refused('guest', ENGLISH)).text).toContain('invités');
});

test('what is said before an answer, and around it, is in the language of the channel too', async () => {
  const { dispatcher: own, store } = deskOver(() => pagesOf(rentalFiles(3)));
  await store.settings.save('C0LEASING01', { language: 'fr' }, 'U1');
  await answerOf(own.run('list', ENGLISH));
  const here = glanceOf('en-US', 'C0LEASING01');
  const again = { command: 'list', args: {} };
  expect([own.closeLabel(here), own.waiting(here).text]).toEqual(['Fermer', 'Un instant…']);
  expect(own.rejected({ why: 'busy', waitSeconds: 5 }, again, here).text).not.toBe(
    own.rejected({ why: 'busy', waitSeconds: 5 }, again, glanceOf('en-US', 'C0LYON00001')).text,
  );
  expect(own.closeLabel(glanceOf('en-US', 'C0LYON00001'))).toBe('Close');
  expect(own.closeLabel(glanceOf('fr-FR'))).toBe('Fermer');
});

test.each(['', 'Mars/Olympus', '../etc', 'Europe/Paris\u0000'])(
  'a zone that there is not, %j, is no reason not to answer',
  async (zone) => {
    const { text } = await answerOf(dispatcher.run('list', asking({ zone, locale: null })));
    expect(text).toContain('3 rental files');
  },
);

test('a form that cannot be mended any more says what was wrong with it', async () => {
  const error = new FormError({ times: 'That is no time.', days: 'That is no day.' });
  const { text } = await dispatcher.failed(error, null, ENGLISH);
  expect(text).toContain('That is no time. That is no day.');
});

test('a form that came too late is offered by a button, or asked for again', async () => {
  const [form] = await Array.fromAsync(dispatcher.run('settings', ENGLISH));
  if (form?.kind !== 'form') throw new Error('no form');
  const again = { command: 'settings', args: { typed: '' } };
  const late = dispatcher.late(form, again, glanceOf('fr-FR'));
  expect(pressOf(late, 'Ouvrir')).toEqual({ ...again, opens: 'modal' });
  expect(buttonsOf(dispatcher.late(form, null, glanceOf(null)))).toEqual([]);
});

test('a form that a message asks for is offered by a button, or by the command', async () => {
  const [form] = await Array.fromAsync(dispatcher.run('settings', ENGLISH));
  if (form?.kind !== 'form') throw new Error('no form');
  const again = { command: 'settings', args: { typed: '' } };
  const offered = dispatcher.formByButton(form, again, glanceOf('fr-FR'));
  expect(offered.text).toContain('Un message ne peut pas ouvrir');
  expect(pressOf(offered, 'Ouvrir')).toEqual({ ...again, opens: 'modal' });
  const told = dispatcher.formByButton(form, null, glanceOf(null));
  expect(told.text).toContain('type the same after /rental');
  expect(buttonsOf(told)).toEqual([]);
});

test('of a message only what may name files goes into a press', () => {
  const { dispatcher: reader } = deskOver(() => pagesOf(rentalFiles(3)));
  const said = (text: string) => reader.actionIn(text).args['said'];
  expect(said('is it file-1?')).toBe('is it file-1');
  expect(said(`${'so much was said, '.repeat(100)}about file-1 and file-2`)).toBe(
    'was said about file-1 and file-2',
  );
  expect(said('what about Julie Lemoine?')).toBe('');
  expect(Buffer.byteLength(String(said('é1 '.repeat(1_000))))).toBeLessThan(400);
});

test.each([
  ['See https://console.example.com/file-1 now', { args: { id: 'file-1' } }],
  ['<https://console.example.com/file-1|the file>', { args: { id: 'file-1' } }],
  ['', { args: { find: 1 }, opens: 'modal' }],
])('in %j the file is %j', (text, press) => {
  expect(dispatcher.actionIn(text)).toEqual({ command: 'show', ...press });
});

test.each([
  ['view save Lyon decision:redy', ENGLISH, '/rental view save Lyon decision:ready'],
  ['attente décision:prett', FRENCH, '/rental attente décision:prêt'],
  ['stats city:lyon', ENGLISH, '/rental stats city:lyon'],
  ['decision:redy', ENGLISH, '/rental list decision:ready'],
] as const)('the query of “%s” is corrected where it stands', async (typed, who, line) => {
  const match = dispatcher.match(typed);
  const wrong: unknown = await answerOf(dispatcher.run(match, who)).catch(
    (reason: unknown) => reason,
  );
  const failure = await dispatcher.failed(wrong, match.again, who);
  expect(failure.text.split('\n').at(-1)).toContain(line);
});

test('“manager:me” is the person, wherever it is typed, and “manager:nobody” nobody', async () => {
  const files = [
    rentalFile({ id: 'hers', managers: ['claire@agency.example'] }),
    rentalFile({ id: 'others', managers: ['hugo@agency.example'] }),
    rentalFile({ id: 'none', managers: [] }),
  ];
  const { dispatcher: desk } = deskOver(() => pagesOf(files));
  const claire = asking({ person: { email: 'claire@agency.example' } });
  const filesOf = async (text: string) =>
    (await answerOf(desk.run(text, claire))).files?.toSorted();
  expect(await filesOf('manager:me')).toEqual(['hers']);
  expect(await filesOf('list gestionnaire:moi')).toEqual(['hers']);
  expect(await filesOf('list -manager:me')).toEqual(['none', 'others']);
  expect(await filesOf('manager:nobody')).toEqual(['none']);
  expect(await filesOf('list -gestionnaire:personne')).toEqual(['hers', 'others']);
  const again = desk.runAction({ command: 'list', args: { typed: 'manager:me' } }, claire);
  expect((await answerOf(again)).files).toEqual(['hers']);
});

test('“manager:me” is the person in forms, among others and in no silence', async () => {
  const files = [
    rentalFile({ id: 'hers', managers: ['claire@agency.example'] }),
    rentalFile({ id: 'toms', managers: ['tom@agency.example'] }),
    rentalFile({ id: 'others', managers: ['hugo@agency.example'] }),
    rentalFile({ id: 'none', managers: [] }),
  ];
  const { dispatcher: desk } = deskOver(() => pagesOf(files));
  const claire = asking({ person: { email: 'claire@agency.example' } });
  const unknown = asking({ person: { email: null } });
  const action = { command: 'refine', args: { of: 'list', page: 1, query: '' } };
  const refined = async (change: string, who = claire) =>
    (await answerOf(desk.submit(action, { change }, who))).files;
  const typed = await answerOf(desk.run('list manager:me,tom', claire));
  expect(typed.files?.toSorted()).toEqual(['hers', 'toms']);
  expect(await refined('manager:me')).toEqual(['hers']);
  expect(await refined('manager:nobody')).toEqual(['none']);
  const unnamed = 'Slack does not tell me your e-mail address';
  await expect(refined('manager:me', unknown)).rejects.toMatchObject({
    fields: { change: expect.stringContaining(unnamed) },
  });
  await expect(answerOf(desk.run('list -manager:me', unknown))).rejects.toMatchObject({
    code: 'query_reader_unknown',
  });
});
