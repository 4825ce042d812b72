import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { anyText, plainText } from './text.ts';

/** The longest value of an option, in characters. */
const OPTION_VALUE_MAX = 150;

const shape = {
  value: z.string().min(1).max(OPTION_VALUE_MAX),
  description: plainText(75).optional(),
};

/** An option of a select menu. */
export const option = z.strictObject({ ...shape, text: plainText(75) });

/** An option of checkboxes and radio buttons, which may have markup. */
export const richOption = z.strictObject({
  ...shape,
  text: anyText(75),
  description: anyText(75).optional(),
});

/** An option of an overflow menu, the only one that may be a link. */
export const linkOption = z.strictObject({
  ...shape,
  text: plainText(75),
  url: z.string().max(3_000).optional(),
});

/** The fields of a select menu whose options are written into the block. */
export const staticOptions = {
  options: z.array(option).min(1).max(100).optional(),
  option_groups: z
    .array(z.strictObject({ label: plainText(75), options: z.array(option).min(1).max(100) }))
    .min(1)
    .max(100)
    .optional(),
};

interface Choices {
  readonly options?: readonly unknown[] | undefined;
  readonly option_groups?: readonly { readonly options: readonly unknown[] }[] | undefined;
  readonly initial_option?: unknown;
  readonly initial_options?: readonly unknown[] | undefined;
}

export const ONE_LIST = 'must have one of options and option_groups';

/** True when a static select has options or groups of them, not both. */
export function hasOneList({ options, option_groups: groups }: Choices): boolean {
  return (options === undefined) !== (groups === undefined);
}

export const INITIAL_IS_OFFERED = 'initial option must exactly match one of the options';

/** True when what is chosen from the start is among the options, every field alike. */
export function initialIsOffered(element: Choices): boolean {
  const grouped = element.option_groups?.flatMap(({ options }) => options) ?? [];
  const offered = [...(element.options ?? []), ...grouped];
  const chosen = [...(element.initial_options ?? [])];
  if (element.initial_option !== undefined) chosen.push(element.initial_option);
  return chosen.every((one) => offered.some((other) => isDeepStrictEqual(one, other)));
}
