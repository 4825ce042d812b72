import process from 'node:process';

import { startApp } from './app.ts';
import { readConfig, readEnvFile } from './config.ts';
import { createLog, errorLine } from './log.ts';
import { createShutdown } from './shutdown.ts';

try {
  const config = readConfig(process.env, readEnvFile());
  const log = createLog(config.logLevel);
  const die = (message: string) => (error: unknown) => {
    log.fatal({ err: error }, message);
    process.exit(1);
  };
  // A supervisor restarts the bot; what Node prints by itself could hold a request.
  process.on('uncaughtException', die('an error nobody caught'));
  process.on('unhandledRejection', die('a rejection nobody handled'));
  // Node would write them to the terminal, between the lines of the log, unless they are switched off.
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
  }
  const shutdown = createShutdown(log, (code) => log.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void shutdown.begin(signal));
  }
  await startApp({
    config,
    log,
    shutdown,
    now: Date.now,
    monotonic: performance.now.bind(performance),
    die,
  });
} catch (error) {
  // The reason is for the operator at the terminal: one message, no stack.
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
}
