import { expect, test } from 'vitest';

import { typedText } from '../../../src/slack/listeners/command.ts';

test.each([
  ['list age:&gt;3bd completion:&lt;100', 'list age:>3bd completion:<100'],
  ['list a&amp;lt;b', 'list a&lt;b'],
  ['list <http://rue.fr|rue.fr>', 'list rue.fr'],
  ['list manager:<mailto:anna@x.example|anna@x.example>', 'list manager:anna@x.example'],
  ['list <https://x.example/a>', 'list https://x.example/a'],
  ['list <@U0HANNAH001|hannah>', 'list <@U0HANNAH001|hannah>'],
])('%j was typed as %j', (text, typed) => {
  expect(typedText(text)).toBe(typed);
});
