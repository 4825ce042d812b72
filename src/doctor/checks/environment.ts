import { type Config, ConfigError, readConfig, variableOf } from '../../config.ts';
import { type Finding, ok } from '../finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface PartialConfig {
  /** Complete; for the variables in `broken` it holds stand-ins. */
  readonly config: Config;
  readonly broken: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

const ABOUT = 'Configuration';
const WRITE_THEM =
  'Variables go into the file .env; .env.example says of each what it is and where it comes from.';

/** Values for broken variables, so that the others can be checked. The hosts do not exist. */
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

/** The usable part of the configuration, and a finding for each variable that is not. */
export function readPartialConfig(environment: Environment, envFile: string): PartialConfig {
  const problems = problemsIn(environment, envFile);
  const findings =
    problems.length === 0
      ? [ok(ABOUT, 'every variable is there and can be used.')]
      : problems.map((problem, index) => configProblem(problem, index === problems.length - 1));

  const broken = new Set(problems.map(variableOf));
  // Replacing one variable can make another one invalid.
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = problemsIn(withStandIns(environment, broken), envFile);
    if (left.length === 0) break;
    for (const problem of left) broken.add(variableOf(problem));
  }
  return { config: readConfig(withStandIns(environment, broken), envFile), broken, findings };
}

/** Not through `problem`: its filter of secrets would hide the examples. No value is in there. */
function configProblem(problem: string, isLast: boolean): Finding {
  return {
    kind: 'problem',
    about: ABOUT,
    message: `${problem}.`,
    remedy: isLast ? WRITE_THEM : '',
  };
}

function problemsIn(environment: Environment, envFile: string): readonly string[] {
  try {
    readConfig(environment, envFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

function withStandIns(environment: Environment, broken: ReadonlySet<string>): Environment {
  const replaced = Array.from(broken, (name) => [name, STAND_INS[name]] as const);
  return { ...environment, ...Object.fromEntries(replaced) };
}
