import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options that a program was called with. One that it does not know, as `--help`, ends it with a
 * line that says how to call it, and exit code 2.
 */
export function optionsOrUsage<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    // What follows says how to pass such a text as no option, which nothing here takes.
    const [what] = error instanceof TypeError ? error.message.split('. ') : [];
    if (what === undefined) throw error;
    process.stderr.write(`${what}. ${usage}\n`);
    process.exit(2);
  }
}
