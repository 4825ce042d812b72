import { expect, test } from 'vitest';

import { list } from '../../src/commands/list.ts';
import { view, parseViewCommand } from '../../src/commands/saved-views.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { UNREADABLE_QUERY } from '../../src/store/encryption.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';
import { callOver, CHANNEL, messageOf } from './call.ts';

const files = [
  rentalFile({ id: 'a', decision: 'READY', product: { title: 'Loft', reference: 'LY-1' } }),
  rentalFile({ id: 'b', decision: 'PENDING', product: { title: 'Studio', reference: 'LY-2' } }),
];
const pages = () => pagesOf(files);

test('a view is saved, told in words, run by any spelling of its name, and removed', async () => {
  const call = callOver(pages);

  const saved = await messageOf(view.run('save "Hot in Lyon" décision:prêt', call));
  expect(saved.text).toBe('View “Hot in Lyon” saved for this channel.\nQuery: ready to decide');
  expect(buttonsOf(saved)).toEqual(['Run', 'Remove']);
  expect(await call.store.views.list(CHANNEL)).toMatchObject([
    { name: 'Hot in Lyon', query: 'decision:ready', savedBy: 'U0CLAIRE001' },
  ]);

  const run = await messageOf(view.run('HOT IN LYON', call));
  expect(run.text).toBe((await messageOf(list.run('decision:ready', call))).text);
  expect(run.text).toContain('Loft');
  expect(run.text).not.toContain('Studio');

  const removed = await messageOf(view.runAction(pressOf(saved, 'Remove').args, call));
  expect(removed.text).toBe('View “Hot in Lyon” removed.');
  expect(await call.store.views.list(CHANNEL)).toEqual([]);
});

test('what is not saved of a query is said, and that nothing fits it today', async () => {
  const call = callOver(pages);
  await messageOf(list.run('', call));

  const saved = await messageOf(view.run('save gone refused last week please', call));

  expect(saved.text.split('\n').slice(2)).toEqual([
    'Ignored: please.',
    'No rental file fits it today.',
  ]);
  expect(await call.store.views.list(CHANNEL)).toMatchObject([
    { query: 'decision:declined decided:last-week' },
  ]);
  const other = await messageOf(view.run('save here ready', call));
  expect(other.text).not.toContain('today');
});

test('a channel has a hundred views at most', async () => {
  const call = callOver(pages);
  const by = call.person.userId;
  for (let number = 1; number <= 100; number += 1) {
    await call.store.views.save({ channelId: CHANNEL, name: `v${number}`, query: 'ready', by });
  }

  expect((await messageOf(view.run('save more ready', call))).text).toContain(
    'This channel already has 100 views, the most it can have.',
  );
  expect(await call.store.views.list(CHANNEL)).toHaveLength(100);
  // Those that are there are still replaced, and one more fits once one is removed.
  const asked = await messageOf(view.run('save v7 pending', call));
  const replaced = await messageOf(view.runAction(pressOf(asked, 'Replace').args, call));
  expect(replaced.text).toContain('“v7”');
  await messageOf(view.run('remove v8', call));
  expect((await messageOf(view.run('save more ready', call))).text).toContain('saved');
});

test('over files of which some cannot be read, it is not said that nothing fits', async () => {
  const call = callOver(() => pages().map((page) => ({ ...page, skipped: 1 })));
  await messageOf(list.run('', call));

  const { text } = await messageOf(view.run('save gone decision:declined', call));

  expect(text).not.toContain('today');
});

test('that nothing fits a view is dated while the files are old', async () => {
  let isDown = false;
  const call = callOver(() => {
    if (isDown) throw serviceDown();
    return pages();
  });
  await call.portfolio.read();
  isDown = true;
  await expect(call.portfolio.read()).rejects.toThrow('');

  const { text } = await messageOf(view.run('save gone decision:declined', call));

  expect(text).toContain('No rental file fits it today. As of 10:00.');
});

test('another query under the same name waits for a button', async () => {
  const call = callOver(pages);
  await messageOf(view.run('save hot decision:ready', call));

  const asked = await messageOf(view.run('save HOT decision:pending', call));
  expect(asked.text).toContain('This channel already has a view “hot”.');
  expect(asked.text).toContain('New query: decision pending');
  expect(await call.store.views.find(CHANNEL, 'hot')).toMatchObject({ query: 'decision:ready' });

  const replaced = await messageOf(view.runAction(pressOf(asked, 'Replace').args, call));
  expect(replaced.text).toContain('View “HOT” updated.');
  expect(await call.store.views.find(CHANNEL, 'hot')).toMatchObject({ query: 'decision:pending' });
});

test.each([
  ['en', 'View “hot” already has this query: nothing changed.'],
  ['fr', 'La vue « hot » a déjà cette requête : aucun changement.'],
] as const)(
  'a view that is saved again with its query stays whose it was (%s)',
  async (language, said) => {
    const call = { ...callOver(pages), words: wordsIn(language) };
    const theirs = { channelId: CHANNEL, name: 'hot', query: 'decision:ready', by: 'U0BOB000001' };
    await call.store.views.save(theirs);

    const again = await messageOf(view.run('save hot ready', call));
    expect(again.text).toContain(said);
    expect(await call.store.views.list(CHANNEL)).toMatchObject([{ savedBy: theirs.by }]);

    const renamed = await messageOf(view.run('save HOT ready', call));
    expect(renamed.text).not.toContain(said);
    expect(await call.store.views.list(CHANNEL)).toMatchObject([{ name: 'HOT' }]);
  },
);

test('neither button touches a query that it did not show, and both ask again', async () => {
  const call = callOver(pages);
  const saved = await messageOf(view.run('save hot decision:ready', call));
  const asked = await messageOf(view.run('save hot decision:pending', call));
  const theirs = { channelId: CHANNEL, name: 'hot', query: 'decision:declined', by: 'U0BOB000001' };
  const instead = await call.store.views.find(CHANNEL, 'hot');
  await call.store.views.save({ ...theirs, instead });

  const again = await messageOf(view.runAction(pressOf(asked, 'Replace').args, call));
  expect(again.text).toContain('This channel already has a view “hot”.\nQuery: declined');
  const kept = await messageOf(view.runAction(pressOf(saved, 'Remove').args, call));
  expect(kept.text).toContain('was changed in the meantime. The view is not removed.\nQuery: dec');
  expect(await call.store.views.find(CHANNEL, 'hot')).toMatchObject({ query: theirs.query });

  // A button of an earlier version does not say what it showed.
  const { shown: _, ...earlier } = pressOf(asked, 'Replace').args;
  expect((await messageOf(view.runAction(earlier, call))).text).toContain('already has a view');
  const replaced = await messageOf(view.runAction(pressOf(again, 'Replace').args, call));
  expect(replaced.text).toContain('View “hot” updated.');
  const shown = await messageOf(view.run('list', call));
  const removed = await messageOf(view.runAction(pressOf(shown, 'Remove').args, call));
  expect(removed.text).toContain('View “hot” removed.');
});

test.each(['dupont', 'applicant:dupont', 'decision:ready anne', 'tag:anne@agency.example'])(
  'a query that may name a person is not saved: %s',
  async (query) => {
    const call = callOver(pages);
    const { text } = await messageOf(view.run(`save hot ${query}`, call));
    expect(text).toMatch(/Rental Desk stores no names|is a plain word\. Views take none/u);
    expect(await call.store.views.list(CHANNEL)).toEqual([]);
  },
);

test.each([
  ['save', 'A view needs a name.'],
  ['save hot', 'The view “hot” needs a query.'],
  [`save ${'x'.repeat(61)} decision:ready`, 'A view’s name can have up to 60 characters.'],
  ['save anna＠agency.example decision:ready', 'Not saved: this name contains an e-mail address'],
  ['save "06 12 34 56 78" decision:ready', 'Not saved: this name contains an e-mail address'],
])('what is missing is said: %s', async (text, said) => {
  const call = callOver(pages);
  expect((await messageOf(view.run(text, call))).text).toContain(said);
  expect(await call.store.views.list(CHANNEL)).toEqual([]);
});

test.each([
  ['en', 'save Loft', 'save "Loft" property:Loft', 'property:loft'],
  ['en', 'save Loft ready loft', 'save "Loft" decision:ready property:loft', null],
  ['fr', 'enregistrer Loft loft', 'enregistrer "Loft" bien:loft', 'property:loft'],
  ['en', 'save Ready', 'save "Ready" decision:ready', 'decision:ready'],
] as const)('a town or a property is saved by one press (%s): %s', async (...row) => {
  const [language, text, line, kept] = row;
  const call = callOver(pages, { language });
  // Before the first reading a word may be a person.
  expect(buttonsOf(await messageOf(view.run(text, call)))).toEqual([]);
  await messageOf(list.run('', call));

  const refused = await messageOf(view.run(text, call));
  const [label = ''] = buttonsOf(refused);
  expect(refused.text).toContain(line);
  expect(pressOf(refused, label)).toEqual({ command: 'view', args: { typed: line } });
  const saved = await messageOf(view.run(line, call));
  expect(saved.text).toMatch(/saved for this channel|enregistrée/u);
  const [found] = await call.store.views.list(CHANNEL);
  expect(found?.query.toLowerCase()).toBe(kept ?? 'decision:ready property:loft');
});

test.each(['save', 'save hot', 'save hot dupont', 'save Dupont'])(
  'where nothing can be offered, help on keys is: %s',
  async (text) => {
    const call = callOver(pages);
    await messageOf(list.run('', call));
    expect(buttonsOf(await messageOf(view.run(text, call)))).toEqual(['/rental help keys']);
  },
);

test('a name is found as it was typed when it was saved, with what is not kept of it', async () => {
  const call = callOver(pages);
  await messageOf(view.run('save "\u202EHot  one" decision:ready', call));

  expect((await messageOf(view.run('\u202EHot  one', call))).text).toContain('Loft');
  const removed = await messageOf(view.run('remove "\u202EHot  one"', call));
  expect(removed.text).toBe('View “Hot one” removed.');
});

test('plain words that are no names are saved as what they ask for', async () => {
  const call = callOver(pages);
  await messageOf(view.run('save Ready the ready files', call));
  expect(await call.store.views.list(CHANNEL)).toMatchObject([{ query: 'decision:ready' }]);
});

test('a query that is none is a slip, told as everywhere', async () => {
  const saving = messageOf(view.run('save hot decison:ready', callOver(pages)));
  await expect(saving).rejects.toThrow('query_unknown_key');
});

test('a name that nobody saved leads to the nearest and to all', async () => {
  const call = callOver(pages, { language: 'fr' });
  await messageOf(view.run('enregistrer prêts décision:prêt', call));
  const unknown = await messageOf(view.run('pretz', call));
  expect(unknown.text).toContain('Vouliez-vous dire «\u00a0prêts\u00a0»\u00a0?');
  const all = await messageOf(view.runAction(pressOf(unknown, 'Toutes les vues').args, call));
  expect(all.text).toContain('• prêts\u00a0: prêts à décider');
});

test('views are listed by name, ten a page', async () => {
  const call = callOver(pages);
  expect((await messageOf(view.run('', call))).text).toContain('No saved views');
  for (let number = 10; number < 22; number += 1) {
    await messageOf(view.run(`save v${number} decision:ready`, call));
  }
  const first = await messageOf(view.run('list', call));
  const second = await messageOf(view.runAction(pressOf(first, 'Next ›').args, call));
  const names = [first, second].flatMap(({ text }) =>
    Array.from(text.matchAll(/^• (\w+):/gm), ([, name]) => name),
  );
  expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `v${index + 10}`));
});

test('a view whose query can no longer be read says so, and can be removed', async () => {
  const call = callOver(pages);
  await call.store.views.save({ channelId: CHANNEL, name: 'Old', query: 'gone:x', by: 'U1' });
  expect((await messageOf(view.run('', call))).text).toContain('can no longer be read');
  const broken = await messageOf(view.run('old', call));
  expect(broken.text).toContain('The query of “Old” can no longer be read.');
  await messageOf(view.runAction(pressOf(broken, 'Remove').args, call));
  expect(await call.store.views.list(CHANNEL)).toEqual([]);
});

test('a view is renamed, never onto another one', async () => {
  const call = callOver(pages);
  await messageOf(view.run('save "Hot in Lyon" decision:ready', call));
  await messageOf(view.run('save Cold decision:pending', call));

  const renamed = await messageOf(view.run('rename hot in lyon to Ready', call));
  expect(renamed.text).toBe('View renamed to “Ready”.\nQuery: ready to decide');
  const names = async () => (await call.store.views.list(CHANNEL)).map(({ name }) => name);
  expect(await names()).toEqual(['Cold', 'Ready']);
  await messageOf(view.run('renommer "Ready" en "READY"', call));
  expect(await names()).toEqual(['Cold', 'READY']);

  const taken = await messageOf(view.run('rename ready cold', call));
  expect(taken.text).toBe('This channel already has a view “Cold”.\nQuery: decision pending');
  const unnamed = await messageOf(view.run('rename "READY"', call));
  expect(unnamed.text).toContain('the new name is missing');
  const unknown = await messageOf(view.run('rename nothing to all', call));
  expect(unknown.text).toContain('There is no view “nothing”');
  expect(await names()).toEqual(['Cold', 'READY']);
});

test.each([
  ['rename Hot to Cold', ['Cold', 'Hot']],
  ['save Cold decision:ready', ['Cold', 'Hot']],
])('“%s” replaces no view that somebody saves in the same instant', async (line, names) => {
  const call = callOver(pages);
  const { views } = call.store;
  await messageOf(view.run('save Hot decision:ready', call));
  let isFirst = true;
  const store = {
    ...call.store,
    views: {
      ...views,
      async save(...given: Parameters<typeof views.save>) {
        const theirs = { channelId: CHANNEL, name: 'Cold', query: 'decision:pending', by: 'U2' };
        if (isFirst) await views.save(theirs);
        isFirst = false;
        return views.save(...given);
      },
    },
  };
  const said = await messageOf(view.run(line, { ...call, store }));
  expect(said.text).toContain('This channel already has a view “Cold”.');
  const left = await views.list(CHANNEL);
  expect(left.map(({ name }) => name)).toEqual(names);
  expect(left[0]?.query).toBe('decision:pending');
});

test('a button removes no view that somebody saves in the same instant', async () => {
  const call = callOver(pages);
  const { views } = call.store;
  await messageOf(view.run('save Hot decision:ready', call));
  const { args } = pressOf(await messageOf(view.run('', call)), 'Remove');
  const store = {
    ...call.store,
    views: {
      ...views,
      async remove(...given: Parameters<typeof views.remove>) {
        const instead = await views.find(CHANNEL, 'Hot');
        const theirs = { channelId: CHANNEL, name: 'Hot', query: 'decision:pending', by: 'U2' };
        await views.save({ ...theirs, instead });
        return views.remove(...given);
      },
    },
  };
  const said = await messageOf(view.runAction(args, { ...call, store }));
  expect(said.text).toContain('decision pending');
  expect(await views.list(CHANNEL)).toMatchObject([{ query: 'decision:pending' }]);
});

test('a view whose query can no longer be read keeps what is stored: its former secret may read it', async () => {
  const call = callOver(pages);
  const { views } = call.store;
  await views.save({ channelId: CHANNEL, name: 'Old', query: UNREADABLE_QUERY, by: 'U1' });
  const before = await views.find(CHANNEL, 'Old');
  const renamed = await messageOf(view.run('rename old to New', call));
  expect(renamed.text).toContain('The query of “Old” can no longer be read.');
  expect(buttonsOf(renamed)).toEqual(['Remove']);
  expect(await views.list(CHANNEL)).toEqual([before]);
});

test('a view that is nearly called so is run by a button', async () => {
  const call = callOver(pages);
  await messageOf(view.run('save "Hot in Lyon" decision:ready', call));
  const asked = await messageOf(view.run('Hot', call));
  expect(buttonsOf(asked)).toEqual(['/rental view Hot in Lyon', 'All views']);
});

test('outside a channel there are no views, but a button finds its channel again', async () => {
  const call = callOver(pages);
  const saved = await messageOf(view.run('save hot decision:ready', call));
  const elsewhere = callOver(pages, { place: { channelId: null }, store: call.store });
  expect((await messageOf(view.run('hot', elsewhere))).text).toContain('this is not one');
  const run = await messageOf(view.runAction(pressOf(saved, 'Run').args, elsewhere));
  expect(run.text).toContain('Loft');
});

test('a button of another version is told so', async () => {
  const pressing = messageOf(view.runAction({ do: 'paint' }, callOver(pages)));
  await expect(pressing).rejects.toThrow('arguments');
});

test.each([
  ['', { do: 'list' }],
  ['list', { do: 'list' }],
  ['Liste', { do: 'list' }],
  ['run', { do: 'list' }],
  ['Hot in Lyon', { do: 'run', name: 'Hot in Lyon' }],
  ['run Hot in Lyon', { do: 'run', name: 'Hot in Lyon' }],
  ['lancer « Lyon prêts »', { do: 'run', name: 'Lyon prêts' }],
  ['run save', { do: 'run', name: 'save' }],
  ['"Hot in Lyon"', { do: 'run', name: 'Hot in Lyon' }],
  ['remove Hot', { do: 'remove', name: 'Hot' }],
  ['SUPPRIMER “Hot”', { do: 'remove', name: 'Hot' }],
  ['save hot decision:ready', { do: 'save', name: 'hot', query: 'decision:ready' }],
  [
    'save "Hot in Lyon" property:"rue de la paix"',
    { do: 'save', name: 'Hot in Lyon', query: 'property:"rue de la paix"' },
  ],
  [
    'enregistrer «Lyon prêts» décision:prêt',
    { do: 'save', name: 'Lyon prêts', query: 'décision:prêt' },
  ],
  ['save hot', { do: 'save', name: 'hot', query: '' }],
  ['save', { do: 'save', name: '', query: '' }],
  ['rename Hot in Lyon to Lyon', { do: 'rename', name: 'Hot in Lyon', to: 'Lyon' }],
  ['renommer « Lyon prêts » en « Prêts »', { do: 'rename', name: 'Lyon prêts', to: 'Prêts' }],
  ['rename hot cold', { do: 'rename', name: 'hot', to: 'cold' }],
  ['rename', { do: 'rename', name: '', to: '' }],
])('“%s” wants %j', (text, wish) => {
  expect(parseViewCommand(text)).toEqual(wish);
});
