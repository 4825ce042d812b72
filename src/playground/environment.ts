import { z } from 'zod';

import type { Settings, Transport } from './slack-workspace/page-protocol.ts';

/** How a visitor wants the playground, and which sides of it are the real thing. */
export interface Playground {
  readonly port: number;
  readonly transport: Transport;
  /** Where the bot listens; 0 is any free port, for only real Slack has to find it. */
  readonly botPort: number;
  readonly service: Settings['service'];
  readonly slack: 'playground' | 'real';
  /** Variables of the bot that the visitor has set: they win over the playground's own. */
  readonly given: Readonly<Record<string, string>>;
  /** Environment variables that any process needs. */
  readonly machine: Readonly<Record<string, string>>;
}

/** The environment cannot be used; the message says what to mend. */
export class PlaygroundError extends Error {
  override readonly name = 'PlaygroundError';
}

const Variables = z.object({
  PLAYGROUND_PORT: portNumber('PLAYGROUND_PORT', '4400'),
  PORT: portNumber('PORT', '3000'),
  PLAYGROUND_TRANSPORT: z
    .enum(['http', 'socket'], 'PLAYGROUND_TRANSPORT must be http or socket')
    .default('http'),
});

function portNumber(name: string, usual: string) {
  const problem = `${name} must be a port number up to 65535, for example ${usual}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, problem)
    .default(usual)
    .transform(Number)
    .refine((port) => port <= 65_535, problem);
}

const OF_THE_MACHINE = /^(?:PATH|HOME|LANG|SystemRoot|TEMP|TMP)$/;

/** Bot variables that may come from the visitor's shell; the others are the playground’s own, or not set. */
const GIVEN =
  /^(?:SLACK|RENTAL|ACCESS|ADMIN)_|^(?:DATABASE_URL|DATA_DIR|LOCALE_DEFAULT|LOG_LEVEL|MCP|TZ|TZ_DEFAULT|HOLIDAYS|CURRENCY|WORK_OBJECTS)$/;

/**
 * Reads how the playground is wanted.
 *
 * @throws {PlaygroundError} on an unusable variable, and in production: it lets anybody be anybody
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Playground {
  if (environment['NODE_ENV']?.trim().toLowerCase() === 'production') {
    throw new PlaygroundError('The playground lets anybody be anybody: not in production.');
  }
  const read = Variables.safeParse(environment);
  if (!read.success) {
    throw new PlaygroundError(read.error.issues.map(({ message }) => message).join('\n'));
  }
  const chosen = (names: RegExp) =>
    Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) =>
        names.test(name) && value?.trim() ? [[name, value]] : [],
      ),
    );
  const given = chosen(GIVEN);
  const isRealSlack = 'SLACK_BOT_TOKEN' in given;
  return {
    port: read.data.PLAYGROUND_PORT,
    botPort: isRealSlack ? read.data.PORT : 0,
    transport: read.data.PLAYGROUND_TRANSPORT,
    service: 'RENTAL_FILES_URL' in given ? 'real' : 'playground',
    slack: isRealSlack ? 'real' : 'playground',
    given,
    machine: chosen(OF_THE_MACHINE),
  };
}
