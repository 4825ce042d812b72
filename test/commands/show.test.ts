import { expect, test } from 'vitest';

import type { CommandContext } from '../../src/commands/command.ts';
import { list } from '../../src/commands/list.ts';
import { show, wrongFile } from '../../src/commands/show/index.ts';
import { BusyError } from '../../src/lib/concurrency.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import type { Message } from '../../src/views/message.ts';
import { buttonsOf, menuOf, pressOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { pagesOf, rentalFile, serviceDown } from '../support/rental-files.ts';
import { answersOf, callOver, CHANNEL, messageOf } from './call.ts';

const ID = '0b2f7a54-1df0-4c3e-9b39-2f6f0a5f6c11';
const UNHELD = '7a0e2f6d-93f4-4b5e-8a69-1b8a1d0e9f22';

const LILAS = rentalFile({
  id: ID,
  decision: 'READY',
  product: { title: 'T3 rue des Lilas', reference: 'LY-0342', warranty_amount: 900 },
  applicants: [
    {
      first_name: 'Anne',
      last_name: 'Lefèvre',
      email: 'anne@example.org',
      phone: '06 39 98 12 34',
    },
  ],
});
const OTHERS = ['LY-0343', 'LY-0344'].map((reference) =>
  rentalFile({ id: reference, product: { title: 'T2 rue des Roses', reference } }),
);
const HELD = [LILAS, ...OTHERS];

type Over = Parameters<typeof callOver>[1];

/** A call over three files, the service having the same now. */
function caller({ call, ...over }: NonNullable<Over> = {}) {
  return callOver(() => pagesOf(HELD), {
    ...over,
    call: {
      fileNow: async (id) => HELD.find((file) => file.id === id) ?? null,
      ...call,
    },
  });
}

/** What makes the service answer with an error. */
function failing(error: Error) {
  return {
    call: {
      fileNow: async () => {
        throw error;
      },
    },
  };
}

test.each([ID, ID.toUpperCase(), `https://console.example.com/${ID}`, 'ly-0342', 'lilas lefevre'])(
  '/rental show %s opens the file, and the access log says so',
  async (typed) => {
    const call = caller();
    const message = await messageOf(show.run(typed, call));
    expect(message.text).toContain('T3 rue des Lilas (LY-0342), Ready to decide');
    expect(message.text).toContain('• Deposit: 900');
    expect(message.text).not.toContain('anne@example.org');
    expect(call.store.opened).toEqual([
      {
        id: 1,
        at: expect.any(Number),
        userId: 'U0CLAIRE001',
        kind: 'show',
        fileId: ID,
        channelId: CHANNEL,
        surface: 'command',
      },
    ]);
  },
);

test.each([
  ['en', 'the T3 in Lyon', [], '3 files match'],
  ['fr', 'le T3 à Lyon', [], '3 dossiers correspondent'],
  ['en', 'the file of Le Roux', ['le-roux'], 'Anne Le Roux'],
  ['fr', 'le roux', ['le-roux'], 'Anne Le Roux'],
  ['en', 'the ready T3 in Lyon', ['theo'], 'Théo Inès'],
  ['en', 'the file of Nobody', [], 'No rental file matches'],
] as const)(
  'small words name nobody whose name begins like them (%s: %s)',
  async (language, typed, ids, said) => {
    const at = { title: 'T3 traversant', description: '3 rue de la Paix, 69003 Lyon' };
    const named = (id: string, first_name: string, last_name: string, decision: string) =>
      rentalFile({
        id,
        decision,
        product: { ...at, reference: id },
        applicants: [{ first_name, last_name }],
      });
    const files = [
      named('theo', 'Théo', 'Inès', 'READY'),
      named('le-roux', 'Anne', 'Le Roux', 'PENDING'),
      named('leroy', 'Paul', 'Leroux', 'PENDING'),
    ];
    const fileNow = async (id: string) => files.find((file) => file.id === id) ?? null;
    const call = callOver(() => pagesOf(files), { language, call: { fileNow } });

    const message = await messageOf(show.run(typed, call));

    expect(call.store.opened.map(({ fileId }) => fileId)).toEqual(ids);
    expect(message.text).toContain(said);
  },
);

test('a card that words have found says by which, and leads back to the search', async () => {
  const call = caller();
  const message = await messageOf(show.run('lilas lefevre', call));
  expectGood(message);
  expect(message.text).toContain('Found by “lilas lefevre”');
  const wrong = pressOf(message, 'Not this file');
  expect(wrong).toEqual({ command: 'wrong_file', args: {}, opens: 'modal' });
  const search = await messageOf(wrongFile.runAction(wrong.args, call));
  expect(search.title).toBe('Find a rental file');
  for (const named of [ID, 'ly-0342', `“LY-0342”`]) {
    expect((await messageOf(show.run(named, call))).text).not.toContain('Found by');
  }
});

test('the detail is read live, once', async () => {
  const asked: string[] = [];
  const fileNow = async (id: string) => {
    asked.push(id);
    return rentalFile({ ...LILAS, decision: 'ACCEPTED' });
  };
  const message = await messageOf(show.run('LY-0342', caller({ call: { fileNow } })));
  expect(message.text).toContain('Approved');
  expect(asked).toEqual([ID]);
});

test('a file that is newer than the reading is read from the service', async () => {
  const call = caller({ call: { fileNow: async (id) => rentalFile({ ...LILAS, id }) } });
  const message = await messageOf(show.run(UNHELD, call));
  expect(message.text).toContain('T3 rue des Lilas');
  expect(call.store.opened.map(({ fileId }) => fileId)).toEqual([UNHELD]);
});

test('a file that is gone is said to be gone, with a way on and no entry in the log', async () => {
  const call = caller();
  const message = await messageOf(show.run(UNHELD, call));
  expect(message.text).toContain('The service no longer has this rental file.');
  expect(pressOf(message, 'Find…')).toEqual({
    command: 'show',
    args: { find: 1 },
    opens: 'modal',
  });
  expect(call.store.opened).toEqual([]);
});

test('several files offer a choice, each of which opens', async () => {
  const call = caller();
  const message = await messageOf(show.run('roses', call));
  expect(message.text).toMatch(/^2 files match “roses”\n1\. T2 rue des Roses/);
  expect(buttonsOf(message)).toEqual(['View', 'View', 'Find…']);
  expect(call.store.opened).toEqual([]);

  const opened = await messageOf(show.runAction(pressOf(message, 'View').args, call));
  expect(opened.text).toMatch(/^T2 rue des Roses \(LY-034[34]\)/);
});

test('no file at all says what to try instead', async () => {
  const message = await messageOf(show.run('zzzz', caller({ language: 'fr' })));
  expect(message.text).toContain('Aucun dossier ne correspond à «\u00a0zzzz\u00a0».');
  expect(buttonsOf(message)).toEqual(['Chercher…', 'Tous les dossiers']);
});

test.each(['roses', 'zzzz'])(
  'what is found among files that cannot be read anew says how old they are (%s)',
  async (typed) => {
    let isDown = false;
    const call = callOver(() => {
      if (isDown) throw serviceDown();
      return pagesOf(HELD);
    });
    await call.portfolio.read();
    isDown = true;
    await expect(call.portfolio.read()).rejects.toThrow('rental_down');
    const message = await messageOf(show.run(typed, call));
    expect(message.text).toContain('As of 10:00');
    expect(JSON.stringify(message.blocks)).toContain('As of 10:00');
  },
);

test.each([
  ['/rental show alone', (call: CommandContext) => show.run('  ', call)],
  ['the shortcut', (call: CommandContext) => show.runAction({ find: 1 }, call)],
])('%s offers to look for a file while typing', async (_name, ask) => {
  const message = await messageOf(ask(caller()));
  expect(message.title).toBe('Find a rental file');
  expect(message.blocks).toContainEqual(
    expect.objectContaining({ type: 'picker', command: 'show' }),
  );
});

test('what is picked while typing opens', async () => {
  const message = await messageOf(show.runAction({ picked: ID }, caller()));
  expect(message.text).toContain('T3 rue des Lilas');
});

test('while the service is away, the card is what was read, and says so', async () => {
  const call = caller(failing(serviceDown()));
  const message = await messageOf(show.run('LY-0342', call));
  expect(message.text).toMatch(/^The Rental File Service is unavailable: .*\(Reference K7M2XP\)/);
  expect(message.text).toContain('This is the file as last read, without the details.');
  expect(message.text).toMatch(/\nAs of 10:00$/);
  expect(message.text).toContain('• Anne Lefèvre, New');
  expect(buttonsOf(message)).toEqual(['Open in the console']);
  expect(menuOf(message)).toEqual(['Refresh', 'Share']);
  expect(message.warning).toMatchObject({ code: 'rental_down' });
  expect(call.store.opened).toHaveLength(1);
});

test.each([
  ['en', { product_id: 'p-7' }, 'The file names property p-7; the service sent no details of it.'],
  ['fr', { product_id: 'p-7' }, 'Le dossier indique le bien p-7, sans détails du service.'],
  ['en', { product: 'garbled' }, 'The property that the service sent is not readable.'],
  ['en', {}, 'The file names no property.'],
  ['en', { product: { title: 'T3' } }, 'Property\n• managed'],
  ['en', { product: { mandate_type: null, exclusivity: true } }, 'Property\n• exclusive mandate'],
  ['fr', { product: { mandate_type: null, exclusivity: true } }, 'Bien\n• mandat exclusif'],
  ['en', { archived_at: 'garbled' }, 'Not readable: archived_at'],
  ['en', { product: { rent_amount: 'garbled' } }, 'Not readable: product.rent_amount'],
  ['en', { applicants: [{ profile: 7 }] }, 'Not readable: applicants.profile'],
] as const)(
  'while the service is away, in %s, the card of %j says: %s',
  async (language, over, said) => {
    const one = rentalFile({ id: ID, ...over });
    const here = callOver(() => pagesOf([one]), { language, ...failing(serviceDown()) });
    expect((await messageOf(show.run(ID, here))).text).toContain(said);
  },
);

test.each([
  ['en', 'waiting 6 working days', 'created 9 days ago (6 working days)'],
  ['fr', 'créé il y a 6 jours ouvrés', 'créé il y a 9 jours (6 jours ouvrés)'],
] as const)(
  'a card of files read days ago counts as their list does (%s)',
  async (language, listed, aged) => {
    const old = rentalFile({ id: ID, created_at: '2026-11-12T09:00:00Z', decision: 'READY' });
    const call = callOver(() => pagesOf([old]), { language, ...failing(serviceDown()) });
    await call.portfolio.read();
    const later = { ...call, now: () => call.now() + 6 * 86_400_000 };

    const { text } = await messageOf(list.run('', later));

    expect(text.replaceAll('\u00a0', ' ')).toContain(listed);
    const card = await messageOf(show.run(ID, later));
    expect(card.text.replaceAll('\u00a0', ' ')).toContain(aged);
  },
);

test.each([
  [
    'en',
    /^The Rental File Service has been unavailable since 09:12\. Next attempt by 10:15; until then, nothing newer is available\. /,
    /This is the file as last read, without the details\.[^]*\nAs of 10:00$/,
  ],
  [
    'fr',
    /^Le service des dossiers de location est indisponible depuis 09:12\. Nouvel essai au plus tard à 10:15\u00a0; d’ici là, /,
    /Voici le dossier tel qu’il a été lu en dernier, sans les détails\.[^]*\nActualisé à 10:00$/,
  ],
] as const)(
  'while the service is left alone, the card says since when (%s)',
  async (language, start, end) => {
    const since = Date.UTC(2026, 10, 21, 8, 12, 40);
    const again = Date.UTC(2026, 10, 21, 9, 14, 1);
    const resting = new RentalError('Asking', 'no answer', {
      code: 'rental_resting',
      since,
      again,
    });
    const message = await messageOf(show.run('LY-0342', caller({ ...failing(resting), language })));
    expect(message.text).toMatch(start);
    expect(message.text).toMatch(end);
  },
);

test('where too much is asked of the service, the card is what was read', async () => {
  const message = await messageOf(show.run('LY-0342', caller(failing(new BusyError()))));
  expect(message.text).toMatch(/^Rental Desk is busy right now\. Try again in a /);
  expect(message.text).toContain('without the details.');
  expect(message.warning).toBeInstanceOf(BusyError);
});

test('a fault of ours is never passed off as the service’s, and nothing is known of what was not read', async () => {
  const broken = show.run('LY-0342', caller(failing(new TypeError('a bug'))));
  await expect(messageOf(broken)).rejects.toThrow('a bug');
  const away = show.run(UNHELD, caller(failing(serviceDown())));
  await expect(messageOf(away)).rejects.toMatchObject({ code: 'rental_down' });
});

test('a card is shown though the access log cannot be written, and the operator hears of it', async () => {
  const call = caller();
  call.store.setDown(true);
  const message = await messageOf(show.run('LY-0342', call));
  expect(message.text).toContain('T3 rue des Lilas');
  expect(message.warning).toMatchObject({ name: 'StoreError', code: 'unreachable' });
});

test('when both the service and the store are away, the operator hears of both', async () => {
  const call = caller(failing(serviceDown()));
  call.store.setDown(true);
  const { warning } = await messageOf(show.run('LY-0342', call));
  expect(warning).toMatchObject({ errors: [{ code: 'rental_down' }, { code: 'unreachable' }] });
});

test('a service that takes its time gets a sign of life first', async () => {
  const gate = Promise.withResolvers<RentalFile>();
  const call = caller({ call: { fileNow: () => gate.promise } });
  const said: Message[] = [];
  for await (const answer of show.runAction({ id: ID }, call)) {
    if (answer.kind !== 'message') continue;
    said.push(answer);
    if (answer.isProgress) gate.resolve(LILAS);
  }
  expect(said.map(({ isProgress = false }) => isProgress)).toEqual([true, false]);
  expect(said[0]?.text).toBe('Opening the rental file…');
});

test('contacts are shown to one person, once the access log says so', async () => {
  const call = caller({ place: { surface: 'button' } });
  const card = await messageOf(show.runAction({ id: ID }, call));
  const contact = await messageOf(show.runAction(pressOf(card, 'Reveal contact').args, call));
  expect(contact.text).toContain('E-mail: anne@example.org, Phone: 06 39 98 12 34');
  expect(call.store.opened).toMatchObject([
    { kind: 'show', fileId: ID },
    { kind: 'reveal', fileId: ID, channelId: CHANNEL, surface: 'button' },
  ]);
  const back = await messageOf(show.runAction(pressOf(contact, '‹ Back to the file').args, call));
  expect(back.text).toBe(card.text);
});

test('no contact is shown while the access log cannot be written', async () => {
  const call = caller();
  call.store.setDown(true);
  const messages = await answersOf(show.runAction({ id: ID, reveal: 1 }, call));
  const buttons = messages.map((each) => (each.kind === 'message' ? buttonsOf(each) : null));
  expect(buttons).toEqual([['Try again', '‹ Back to the file']]);
  expect(JSON.stringify(messages)).not.toMatch(/anne@|06 39/);
  expect(messages).toMatchObject([
    {
      text: expect.stringContaining('The access log cannot be written'),
      warning: { code: 'unreachable' },
    },
  ]);
});

test.each([
  ['Contact', { id: ID, reveal: 1, page: 2 }],
  ['All details', { id: ID, details: 2 }],
])(
  'while the service is away, %s leads back to the card, and nothing is recorded',
  async (title, args) => {
    const call = caller({ ...failing(serviceDown()) });
    const message = await messageOf(show.runAction(args, call));
    expectGood(message);
    expect(message).toMatchObject({ title, warning: { code: 'rental_down' } });
    expect(pressOf(message, 'Try again')).toEqual({ command: 'show', args });
    expect(pressOf(message, '‹ Back to the file')).toEqual({ command: 'show', args: { id: ID } });
    expect(call.store.opened).toEqual([]);
  },
);

test('no contact is shown where others read along, and none is read', async () => {
  const call = caller({ place: { audience: 'channel' }, ...failing(new Error('asked live')) });
  const [message] = await answersOf(show.runAction({ id: ID, reveal: 1 }, call));
  expect(message).toMatchObject({ text: expect.stringContaining('where others read along') });
  expect(call.store.opened).toEqual([]);
});

test('a file that went away meanwhile has no contacts', async () => {
  const call = caller();
  const message = await messageOf(show.runAction({ id: UNHELD, reveal: 1 }, call));
  expect(message.text).toContain('The service no longer has this rental file.');
  expect(call.store.opened).toEqual([]);
});

test('every field is shown to one person only, and the access log says so', async () => {
  const call = caller({ place: { surface: 'button' } });
  const card = await messageOf(show.runAction({ id: ID }, call));
  const details = await messageOf(show.runAction(pressOf(card, 'Details').args, call));
  expect(details.title).toBe('All details');
  expect(details.text).toContain(`• ID: ${ID}`);
  expect(call.store.opened).toMatchObject([{ kind: 'show' }, { kind: 'show', fileId: ID }]);

  const inChannel = caller({ place: { audience: 'channel' }, ...failing(new Error('asked live')) });
  const refused = await messageOf(show.runAction({ id: ID, details: 1 }, inChannel));
  expect(refused.text).toContain('where others read along');
  expect(buttonsOf(refused)).toEqual(['Open for me']);
  expect(inChannel.store.opened).toEqual([]);
});

test('a card for a channel shows what the channel may see, and leads to the rest', async () => {
  const call = caller({ place: { audience: 'channel' }, call: { privacy: 'reference' } });
  const message = await messageOf(show.runAction({ id: ID }, call));
  expect(message.text).toContain('• 1 applicant: New');
  expect(JSON.stringify(message)).not.toMatch(/Anne|Lefèvre/);
  expect(buttonsOf(message)).toEqual(['Open in the console', 'Open for me']);
  expect(menuOf(message)).toEqual(['Refresh']);
  expect(pressOf(message, 'Open for me')).toEqual({
    command: 'show',
    args: { id: ID },
    opens: 'modal',
  });
});

test('Share offers the same card to the channel, and nothing where there is none', async () => {
  const shared = await messageOf(show.runAction({ id: ID }, caller()));
  const { command, args, opens } = pressOf(shared, 'Share');
  expect({ command, opens }).toEqual({ command: 'share', opens: 'modal' });
  expect(args).toEqual({ file: ID });

  const atHome = await messageOf(
    show.runAction({ id: ID }, caller({ place: { channelId: null } })),
  );
  expect(buttonsOf(atHome)).toEqual(['Open in the console', 'Details', 'Reveal contact']);
  expect(menuOf(atHome)).toEqual(['Refresh']);
});

test.each([
  [{}],
  [{ id: '' }],
  [{ id: 7 }],
  [{ id: ID, reveal: 2 }],
  [{ id: ID, details: 0 }],
  [{ find: 0 }],
  [{ id: 'x'.repeat(101) }],
])('a button with %j is no longer good', async (args: Record<string, string | number>) => {
  await expect(messageOf(show.runAction(args, caller()))).rejects.toMatchObject({
    name: 'StaleActionError',
  });
});
