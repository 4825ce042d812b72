import { type Config, ConfigError, readConfig } from '../../config.ts';
import { type Finding, ok } from '../finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface PartlyRead {
  /** Complete, but for the variables in `broken`: what it says of those is made up. */
  readonly config: Config;
  readonly broken: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

const ABOUT = 'Configuration';
const WRITE_THEM =
  'Variables go into the file .env; .env.example says of each what it is and where it comes from.';

/** Stand in for required variables, so that the others can be looked at. They lead nowhere. */
const STAND_INS: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-0',
  SLACK_SIGNING_SECRET: '00000000000000000000000000000000',
  RENTAL_FILES_URL: 'https://files.invalid/',
  RENTAL_AUTH_URL: 'https://auth.invalid',
  RENTAL_IDP: 'none',
  RENTAL_PROJECT_ID: '0',
  RENTAL_KEY_FILE: 'none',
};

const ROUNDS_MAX = 5;

/** The configuration as far as it can be used, and every variable that cannot. */
export function readPartly(environment: Environment): PartlyRead {
  const problems = problemsIn(environment);
  const findings =
    problems.length === 0
      ? [ok(ABOUT, 'every variable is there and can be used.')]
      : problems.map((problem, index) => ownWords(problem, index === problems.length - 1));

  const broken = new Set(problems.map(variableIn));
  // What stands in for one variable may leave another without its counterpart.
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = problemsIn(withStandIns(environment, broken));
    if (left.length === 0) break;
    for (const problem of left) broken.add(variableIn(problem));
  }
  return { config: readConfig(withStandIns(environment, broken)), broken, findings };
}

/** They hold no value of a variable, but examples, which are not to be taken for secrets. */
function ownWords(problem: string, isLast: boolean): Finding {
  return { kind: 'trouble', about: ABOUT, said: `${problem}.`, mend: isLast ? WRITE_THEM : '' };
}

function problemsIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** Problems begin with the variable’s name. */
function variableIn(problem: string): string {
  return problem.split(' ', 1)[0] ?? '';
}

function withStandIns(environment: Environment, broken: ReadonlySet<string>): Environment {
  const replaced = Array.from(broken, (name) => [name, STAND_INS[name]] as const);
  return { ...environment, ...Object.fromEntries(replaced) };
}
