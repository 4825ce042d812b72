import { expect, test } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { matrixOf } from './authorize-matrix.ts';

const PATIENCE_MS = 240_000;
const strangers = ['guest', 'external'] as const;

test('in a public channel', { timeout: PATIENCE_MS }, async () => {
  expect(await matrixOf({ channel: CHANNELS.leasing })).toMatchInlineSnapshot(`
    "                    | manager  | admin    | member   | guest | one-channel guest | external        | deactivated | bot
    typed command       | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    own button          | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    button in a modal   | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    form handed in      | answered | answered | answered | guest | guest             | other_workspace | deleted     | bot
    typing in a field   | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    picked file         | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    message shortcut    | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    global shortcut     | answered | answered | answered | guest | guest             | other_workspace | deleted     | bot
    Home tab            | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    button at Home      | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    mention in a thread | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    direct message      | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    link preview        | initials | initials | initials | guest | guest             | other_workspace | deleted     | bot
    details panel       | full     | full     | full     | guest | guest             | other_workspace | deleted     | bot
    button all see      | initials | initials | initials | guest | guest             | other_workspace | deleted     | bot
    MCP tool            | initials | initials | initials | guest | guest             | other_workspace | deleted     | bot"
  `);
});

test('in a private channel', { timeout: PATIENCE_MS }, async () => {
  expect(await matrixOf({ channel: CHANNELS.direction, strangers })).toMatchInlineSnapshot(`
    "                    | manager  | admin    | member   | guest | external
    typed command       | full     | full     | full     | guest | other_workspace
    own button          | full     | full     | full     | guest | other_workspace
    button in a modal   | full     | full     | full     | guest | other_workspace
    form handed in      | answered | answered | answered | guest | other_workspace
    typing in a field   | full     | full     | full     | guest | other_workspace
    picked file         | full     | full     | full     | guest | other_workspace
    message shortcut    | full     | full     | full     | guest | other_workspace
    global shortcut     | answered | answered | answered | guest | other_workspace
    Home tab            | full     | full     | full     | guest | other_workspace
    button at Home      | full     | full     | full     | guest | other_workspace
    mention in a thread | full     | full     | full     | guest | other_workspace
    direct message      | full     | full     | full     | guest | other_workspace
    link preview        | initials | initials | initials | guest | other_workspace
    details panel       | full     | full     | full     | guest | other_workspace
    button all see      | initials | initials | initials | guest | other_workspace
    MCP tool            | initials | initials | initials | guest | other_workspace"
  `);
});

test('in a channel shared with another organisation', { timeout: PATIENCE_MS }, async () => {
  expect(await matrixOf({ channel: CHANNELS.partners, hasNoSharedButton: true, strangers }))
    .toMatchInlineSnapshot(`
      "                    | manager  | admin    | member   | guest | external
      typed command       | full     | full     | full     | guest | other_workspace
      own button          | full     | full     | full     | guest | other_workspace
      button in a modal   | full     | full     | full     | guest | other_workspace
      form handed in      | answered | answered | answered | guest | other_workspace
      typing in a field   | full     | full     | full     | guest | other_workspace
      picked file         | full     | full     | full     | guest | other_workspace
      message shortcut    | full     | full     | full     | guest | other_workspace
      global shortcut     | answered | answered | answered | guest | other_workspace
      Home tab            | full     | full     | full     | guest | other_workspace
      button at Home      | full     | full     | full     | guest | other_workspace
      mention in a thread | full     | full     | full     | guest | other_workspace
      direct message      | full     | full     | full     | guest | other_workspace
      link preview        | -        | -        | -        | guest | other_workspace
      details panel       | full     | full     | full     | guest | other_workspace
      MCP tool            | initials | initials | initials | guest | other_workspace"
    `);
});

test('in a public channel that the app is not in', { timeout: PATIENCE_MS }, async () => {
  const scene = { channel: CHANNELS.random, isAppAway: true, strangers };
  expect(await matrixOf(scene)).toMatchInlineSnapshot(`
    "                    | manager  | admin    | member   | guest | external
    typed command       | full     | full     | full     | guest | other_workspace
    own button          | full     | full     | full     | guest | other_workspace
    button in a modal   | full     | full     | full     | guest | other_workspace
    form handed in      | answered | answered | answered | guest | other_workspace
    typing in a field   | full     | full     | full     | guest | other_workspace
    picked file         | full     | full     | full     | guest | other_workspace
    message shortcut    | full     | full     | full     | guest | other_workspace
    global shortcut     | answered | answered | answered | guest | other_workspace
    Home tab            | full     | full     | full     | guest | other_workspace
    button at Home      | full     | full     | full     | guest | other_workspace
    mention in a thread | -        | -        | -        |       |
    direct message      | full     | full     | full     | guest | other_workspace
    link preview        | initials | initials | initials | guest | other_workspace
    details panel       | full     | full     | full     | guest | other_workspace
    button all see      | initials | initials | initials | guest | other_workspace
    MCP tool            | initials | initials | initials | guest | other_workspace"
  `);
});

test('in a private channel that the app is not in', { timeout: PATIENCE_MS }, async () => {
  const scene = {
    channel: CHANNELS.direction,
    isAppAway: true,
    hasNoSharedButton: true,
    strangers,
  };
  expect(await matrixOf(scene)).toMatchInlineSnapshot(`
    "                    | manager  | admin    | member   | guest | external
    typed command       | full     | full     | full     | guest | other_workspace
    own button          | full     | full     | full     | guest | other_workspace
    button in a modal   | full     | full     | full     | guest | other_workspace
    form handed in      | answered | answered | answered | guest | other_workspace
    typing in a field   | full     | full     | full     | guest | other_workspace
    picked file         | full     | full     | full     | guest | other_workspace
    message shortcut    | full     | full     | full     | guest | other_workspace
    global shortcut     | answered | answered | answered | guest | other_workspace
    Home tab            | full     | full     | full     | guest | other_workspace
    button at Home      | full     | full     | full     | guest | other_workspace
    mention in a thread | -        | -        | -        |       |
    direct message      | full     | full     | full     | guest | other_workspace
    link preview        | -        | -        | -        | guest | other_workspace
    details panel       | -        | -        | -        |       |
    MCP tool            | initials | initials | initials | guest | other_workspace"
  `);
});

test('where only another channel is answered in', { timeout: PATIENCE_MS }, async () => {
  const scene = { channel: CHANNELS.leasing, channels: [CHANNELS.lyon], strangers };
  expect(await matrixOf(scene)).toMatchInlineSnapshot(`
    "                    | manager        | admin          | member         | guest | external
    typed command       | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    own button          | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    button in a modal   | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    form handed in      | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    typing in a field   | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    picked file         | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    message shortcut    | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    global shortcut     | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    Home tab            | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    button at Home      | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    mention in a thread | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    direct message      | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    link preview        | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    details panel       | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    button all see      | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace
    MCP tool            | not_in_channel | not_in_channel | not_in_channel | guest | other_workspace"
  `);
});

test(
  'where only a user group is answered, and the manager alone is in it',
  { timeout: PATIENCE_MS },
  async () => {
    const scene = { channel: CHANNELS.leasing, usergroups: [USER_GROUPS.leasing.id], strangers };
    expect(await matrixOf(scene)).toMatchInlineSnapshot(`
      "                    | manager  | admin        | member       | guest | external
      typed command       | full     | not_in_group | not_in_group | guest | other_workspace
      own button          | full     | not_in_group | not_in_group | guest | other_workspace
      button in a modal   | full     | not_in_group | not_in_group | guest | other_workspace
      form handed in      | answered | not_in_group | not_in_group | guest | other_workspace
      typing in a field   | full     | not_in_group | not_in_group | guest | other_workspace
      picked file         | full     | not_in_group | not_in_group | guest | other_workspace
      message shortcut    | full     | not_in_group | not_in_group | guest | other_workspace
      global shortcut     | answered | not_in_group | not_in_group | guest | other_workspace
      Home tab            | full     | not_in_group | not_in_group | guest | other_workspace
      button at Home      | full     | not_in_group | not_in_group | guest | other_workspace
      mention in a thread | full     | not_in_group | not_in_group | guest | other_workspace
      direct message      | full     | not_in_group | not_in_group | guest | other_workspace
      link preview        | initials | not_in_group | not_in_group | guest | other_workspace
      details panel       | full     | not_in_group | not_in_group | guest | other_workspace
      button all see      | initials | not_in_group | not_in_group | guest | other_workspace
      MCP tool            | initials | not_in_group | not_in_group | guest | other_workspace"
    `);
  },
);
