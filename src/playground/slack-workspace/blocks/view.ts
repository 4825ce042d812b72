import { z } from 'zod';

import { blockErrors } from './check.ts';
import { errorsOf, misshapen } from './errors.ts';
import { objectsIn } from './json-walk.ts';
import { plainText } from './schema/text.ts';

/** A view's JSON may not be larger, in bytes. */
export const VIEW_BYTES_MAX = 250_000;

const shared = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(3_000).optional(),
  callback_id: z.string().max(255).optional(),
  external_id: z.string().max(255).optional(),
};

const modal = z.strictObject({
  ...shared,
  type: z.literal('modal'),
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
  submit_disabled: z.boolean().optional(),
});

const home = z.strictObject({ ...shared, type: z.literal('home') });

export interface ViewError {
  readonly code: 'invalid_arguments' | 'view_too_large';
  /** Where it is, as a JSON pointer that starts at `/view`. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * Errors for which Slack would reject a view; empty when it is valid.
 *
 * @see https://docs.slack.dev/reference/views/modal-views
 */
export function viewErrors(view: unknown, surface: 'modal' | 'home'): ViewError[] {
  if (Buffer.byteLength(JSON.stringify(view) ?? '') > VIEW_BYTES_MAX) {
    return [{ code: 'view_too_large', pointer: '/view', message: 'view_too_large' }];
  }
  const shape = z.discriminatedUnion('type', [surface === 'modal' ? modal : home]);
  const parsed = shape.safeParse(view, { reportInput: true });
  if (!parsed.success) return errorsOf(parsed.error.issues, []).map(inView);
  const found = blockErrors(parsed.data.blocks, surface);
  return [...found, ...focusErrors(parsed.data), ...submitErrors(parsed.data)].map(inView);
}

function submitErrors(view: z.output<typeof modal> | z.output<typeof home>) {
  if (view.type === 'home' || view.submit !== undefined) return [];
  const hasInput = Array.from(objectsIn(view.blocks)).some(
    ({ object }) => object['type'] === 'input',
  );
  return hasInput ? [misshapen([], 'missing required field: submit')] : [];
}

/** At most one element of a view has the focus when it opens. */
function focusErrors({ blocks }: { readonly blocks: readonly unknown[] }) {
  const [, second] = Array.from(objectsIn(blocks, ['blocks'])).filter(
    ({ object }) => object['focus_on_load'] === true,
  );
  if (second === undefined) return [];
  return [misshapen([...second.path, 'focus_on_load'], 'only one element may have the focus')];
}

function inView({ pointer, message }: { readonly pointer: string; readonly message: string }) {
  return { code: 'invalid_arguments', pointer: `/view${pointer}`, message } as const;
}
