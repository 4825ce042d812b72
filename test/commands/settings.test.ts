import { expect, test } from 'vitest';

import type { FormValues } from '../../src/commands/command.ts';
import { FormError, StaleActionError } from '../../src/commands/errors.ts';
import { settings } from '../../src/commands/settings.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import type { Form } from '../../src/views/message.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { pagesOf } from '../support/rental-files.ts';
import { answersOf, callOver, CHANNEL, messageOf } from './call.ts';
import { formValues } from './digest-desk.ts';

const pages = () => pagesOf([]);
const admin = { isAdmin: true };

/** A form as it is when nobody has chosen anything. */
const FILLED = {
  language: 'own',
  privacy: 'initials',
  pageSize: '8',
  retentionDays: 'always',
  retentionManner: 'delete',
  redactClosed: 'keep',
};

async function formOf(call: ReturnType<typeof callOver>): Promise<Form> {
  const [form] = await answersOf(settings.run('', call));
  if (form?.kind !== 'form') throw new Error('no form was answered');
  return form;
}

test('the form shows what holds, and keeps what is chosen', async () => {
  const call = callOver(pages);
  const { action } = await formOf(call);
  const filled = { ...FILLED, language: 'fr', privacy: 'reference', pageSize: '3' };
  const submitted = settings.submit?.(action.args, filled, call);
  if (!submitted) throw new Error('nobody takes the form');
  expect((await messageOf(submitted)).text).toContain(
    'Langue\u00a0: Français (avant\u00a0: Celle de chacun)',
  );
  expect(await call.store.settings.of(CHANNEL)).toMatchObject({
    language: 'fr',
    privacy: 'reference',
    pageSize: 3,
  });
  const again = JSON.stringify((await formOf(call)).blocks);
  expect(again).toContain('"initial_option":{"value":"reference"');
});

test.each([
  ['fr', 'language:own', 'en', 'Channel settings saved.'],
  ['en', 'langue:chacun', 'fr', 'Réglages du canal enregistrés.'],
  ['fr', 'page:3', 'en', 'Réglages du canal enregistrés.'],
] as const)(
  'in a channel in %s, %s is answered to a reader of %s in the language in force then',
  async (language, typed, readerLanguage, says) => {
    const call = callOver(pages, { language, call: { readerLanguage } });
    await call.store.settings.save(CHANNEL, { language }, 'U0CLAIRE001');

    expect((await messageOf(settings.run(typed, call))).text).toContain(says);
  },
);

test('what others change while the form is open stays, unless it is changed in the form, too', async () => {
  const call = callOver(pages);
  const { action } = await formOf(call);
  await messageOf(settings.run('privacy:reference page:7', call));
  const filled = { ...FILLED, pageSize: '3', redactClosed: 'redact' };
  await messageOf(settings.submit!(action.args, filled, call));
  expect(await call.store.settings.of(CHANNEL)).toEqual({
    language: null,
    privacy: 'reference',
    pageSize: 3,
    retentionDays: null,
    retentionManner: 'delete',
    redactClosed: true,
  });
});

test('a form saved as it was shown undoes nothing that others changed meanwhile', async () => {
  const call = callOver(pages);
  const form = await formOf(call);
  await messageOf(settings.run('privacy:reference keep:30d then:empty closed:empty', call));
  const held = await call.store.settings.of(CHANNEL);
  const filled = formValues(form);
  const { text } = await messageOf(settings.submit!(form.action.args, filled, call));
  expect(text).toContain('Nothing changed');
  expect(await call.store.settings.of(CHANNEL)).toEqual(held);
});

test.each([
  ['language:fr privacy:initials page:10', { language: 'fr', privacy: 'initials', pageSize: 10 }],
  ['french', { language: 'fr', privacy: 'initials', pageSize: 5 }],
  ['Langue français page:3', { language: 'fr', privacy: 'initials', pageSize: 3 }],
  ['langue:anglais taille:2', { language: 'en', privacy: 'initials', pageSize: 2 }],
  ['confidentialité:personne', { language: null, privacy: 'reference', pageSize: 5 }],
  ['Langue:Chacun noms:initiales', { language: null, privacy: 'initials', pageSize: 5 }],
])('%s is understood', async (text, wanted) => {
  const call = callOver(pages);
  const { text: said } = await messageOf(settings.run(text, call));
  expect({ ...call.settings, ...(await call.store.settings.of(CHANNEL)) }).toMatchObject(wanted);
  expect(said).toMatch(/^(Channel settings saved|Réglages du canal enregistrés|Nothing changed)/);
});

test.each([
  ['keep:30d', { retentionDays: 30, retentionManner: 'delete', redactClosed: false }],
  ['garder:7j puis:vider', { retentionDays: 7, retentionManner: 'redact' }],
  ['keep:1 then:delete closed:empty', { retentionDays: 1, redactClosed: true }],
  ['conserver:730jours clos:vider', { retentionDays: 730, redactClosed: true }],
])('%s lets posts go', async (text, wanted) => {
  const call = callOver(pages);
  call.store.setOutlook({ due: 1, nextAt: null });
  const { text: said } = await messageOf(settings.run(text, call));
  expect(await call.store.settings.of(CHANNEL)).toMatchObject(wanted);
  expect(said).toMatch(/after posting. 1 post is already older/);
});

test('only admins let posts stay longer than was chosen', async () => {
  const call = callOver(pages);
  await messageOf(settings.run('keep:30d closed:empty', call));
  for (const longer of ['keep:31d', 'keep:always', 'closed:keep']) {
    const { text } = await messageOf(settings.run(longer, call));
    expect(text).toContain('Only admins can keep posts longer');
  }
  const { action } = await formOf(call);
  const submitting = answersOf(settings.submit?.(action.args, FILLED, call) ?? never());
  await expect(submitting).rejects.toMatchObject({
    fields: { retentionDays: expect.stringContaining('Only admins') },
  });
  await messageOf(settings.run('keep:29d then:empty', call));
  const held = { retentionDays: 29, retentionManner: 'redact', redactClosed: true };
  expect(await call.store.settings.of(CHANNEL)).toMatchObject(held);

  const boss = callOver(pages, { person: admin, store: call.store });
  await messageOf(settings.run('keep:forever closed:keep', boss));
  expect(await call.store.settings.of(CHANNEL)).toMatchObject({
    retentionDays: null,
    redactClosed: false,
  });
});

test.each(['colour:red', 'language', ':fr', 'brighter'])(
  '%s is no setting, and changes nothing',
  async (text) => {
    const call = callOver(pages);
    const { text: said } = await messageOf(settings.run(`privacy:reference ${text}`, call));
    expect(said).toContain(`There is no setting “${text}”. Settings: language:own, en or fr; `);
    expect(await call.store.settings.of(CHANNEL)).toBeNull();
  },
);

test.each([
  ['language:de', 'language:own, en or fr'],
  ['privacy:nothing', 'privacy:full, initials or reference'],
  ['page:11', 'page:1 to 10'],
  ['page:0', 'page:1 to 10'],
  ['page:ten', 'page:1 to 10'],
  ['keep:0', 'keep:30d, from 1 to 730 days, or always'],
  ['keep:731d', 'keep:30d, from 1 to 730 days, or always'],
  ['keep:200w', 'keep:30d, from 1 to 730 days, or always'],
  ['keep:1y', 'keep:30d, from 1 to 730 days, or always'],
  ['then:burn', 'then:delete or empty'],
  ['closed:maybe', 'closed:keep or empty'],
])('%s is no value of its setting, which says its own, and changes nothing', async (text, own) => {
  const call = callOver(pages);
  const { text: said } = await messageOf(settings.run(`privacy:reference ${text}`, call));
  expect(said).toContain(`“${text}” is not a value of that setting. It can be ${own}. /rental`);
  expect(await call.store.settings.of(CHANNEL)).toBeNull();
});

test.each(['keep:2 weeks', 'retention 14 jours', 'garder:2sem', 'keep:14 d'])(
  '%s is fourteen days',
  async (text) => {
    const call = callOver(pages, { person: { userId: 'U0HANNAH001', isAdmin: true, email: null } });
    await messageOf(settings.run(text, call));
    expect(await call.store.settings.of(CHANNEL)).toMatchObject({ retentionDays: 14 });
  },
);

test('only admins have names shown in full', async () => {
  const call = callOver(pages);
  const { text } = await messageOf(settings.run('privacy:full', call));
  expect(text).toContain('Only admins can show full names');
  const { action } = await formOf(call);
  const filled = { ...FILLED, privacy: 'full' };
  const submitting = answersOf(settings.submit?.(action.args, filled, call) ?? never());
  await expect(submitting).rejects.toThrow(FormError);
  await expect(submitting).rejects.toMatchObject({
    fields: { privacy: expect.stringContaining('Only admins') },
  });
  expect(await call.store.settings.of(CHANNEL)).toBeNull();

  const boss = callOver(pages, { person: admin, store: call.store });
  await messageOf(settings.run('privacy:full', boss));
  expect(await call.store.settings.of(CHANNEL)).toMatchObject({ privacy: 'full' });
  // What an admin has allowed, others may leave as it is.
  await messageOf(settings.run('privacy:full page:2', call));
  expect(await call.store.settings.of(CHANNEL)).toMatchObject({ privacy: 'full', pageSize: 2 });
});

test('what is so already is not written again', async () => {
  const call = callOver(pages);
  const { text } = await messageOf(settings.run('privacy:initials', call));
  expect(text).toContain('Nothing changed');
  expect(await call.store.settings.of(CHANNEL)).toBeNull();
});

test('outside a channel a form asks for one, and then its settings are changed', async () => {
  const call = callOver(pages, { place: { channelId: null } });
  expect((await messageOf(settings.run('page:3', call))).text).toContain('belong to a channel');
  const [asked] = await answersOf(settings.runAction({}, call));
  if (asked?.kind !== 'form') throw new Error('no form was answered');
  expect(JSON.stringify(asked.blocks)).toContain('"include":["public","private"]');

  const submit = (args: Form['action']['args'], filled: FormValues) =>
    settings.submit?.(args, filled, call) ?? never();
  const [form] = await answersOf(submit(asked.action.args, { channel: CHANNEL }));
  if (form?.kind !== 'form') throw new Error('no second form was answered');
  expect(JSON.stringify(form.blocks)).toContain(`"channel_id":"${CHANNEL}"`);
  const filled = { ...FILLED, pageSize: '4' };
  await messageOf(submit(form.action.args, filled));
  expect(await call.store.settings.of(CHANNEL)).toMatchObject({ pageSize: 4 });
});

test('whoever is not in a channel does not choose its settings', async () => {
  const channels = { ...OPEN_CHANNELS, isIn: async () => false };
  const call = callOver(pages, { place: { channelId: null }, call: { channels } });
  const asked = answersOf(settings.submit?.({}, { channel: CHANNEL }, call) ?? never());
  await expect(asked).rejects.toMatchObject({ fields: { channel: expect.any(String) } });
  const filled = { ...FILLED, pageSize: '4' };
  const saved = answersOf(settings.submit?.({ channel: CHANNEL }, filled, call) ?? never());
  await expect(saved).rejects.toMatchObject({ name: 'FormError' });
  expect(await call.store.settings.of(CHANNEL)).toBeNull();
});

test.each([{}, { channel: 'D0CLAIRE001' }, { channel: ['C1'] }, { channel: 'constructor' }])(
  'a form that names no channel is no longer good: %j',
  async (filled) => {
    const call = callOver(pages, { place: { channelId: null } });
    const submitting = answersOf(settings.submit?.({}, filled, call) ?? never());
    await expect(submitting).rejects.toThrow(StaleActionError);
  },
);

test.each(['external', 'unknown'] as const)(
  'with people %s, it is said that this decides what the channel sees',
  async (who) => {
    const call = callOver(pages, { place: { sharing: async () => who } });
    const says = { external: 'sees only property references', unknown: 'nothing is posted here' };
    expect(JSON.stringify((await formOf(call)).blocks)).toContain(says[who]);
    const { text } = await messageOf(settings.run('page:3', call));
    expect(text).toContain(says[who]);
  },
);

test.each([
  ['en', 'These settings are for this direct message.'],
  ['fr', 'Ces réglages sont ceux de cette conversation directe.'],
] as const)(
  'in a direct message, the form and the answer say that they are about it (%s)',
  async (language, said) => {
    const call = callOver(pages, {
      place: { channelId: 'D0CLAIRE001' },
      call: { words: wordsIn(language), readerLanguage: language },
    });
    expect(JSON.stringify((await formOf(call)).blocks)).toContain(said);
    const saved = await messageOf(settings.run('page:3', call));
    expect(JSON.stringify(saved.blocks)).toContain(said);
  },
);

async function* never(): AsyncGenerator<never> {}
