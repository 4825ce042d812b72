import type { Press } from '../views/message.ts';

/** What a button of a digest asks for: the command `digest` does it. */
export function digestPress(what: string, id: string, opens?: 'modal'): Press {
  return { command: 'digest', args: { do: what, id }, ...(opens === undefined ? {} : { opens }) };
}
