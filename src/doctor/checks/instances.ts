import type { Config } from '../../config.ts';
import { type Instance, instanceName } from '../../store/instances.ts';
import type { DigestStore } from '../../store/store.ts';
import { type Examination, type Finding, info, ok, problem } from '../finding.ts';

const ABOUT = 'Instances';

/** What an instance is compared with. */
interface Own extends Pick<Config, 'fingerprints'> {
  /** The version of Rental Desk that runs this check. */
  readonly version: string;
  /** Variables that cannot be compared, because they are not usable here. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Compares the running instances with each other and with this configuration. What differs between
 * them is a problem; what all of them have in common is not, since they may be about to be restarted.
 */
export async function* examineInstances(
  { instances, sharedSnapshots }: Pick<DigestStore, 'instances' | 'sharedSnapshots'>,
  own: Own,
): Examination {
  if (instances === null) return null;
  const running = await instances.running();
  if (running.length === 0) {
    yield info(ABOUT, 'none is running on this database.');
    return null;
  }
  const differences = [...differencesOf(running, own)];
  yield* differences;
  if (differences.length === 0) {
    const count = running.length === 1 ? 'one is' : `${running.length} are`;
    yield ok(ABOUT, `${count} running, with the version, secret and settings that are used here.`);
  }
  const reader = (await sharedSnapshots?.holder()) ?? null;
  if (reader !== null) yield info(ABOUT, namesOf(running, reader));
  return null;
}

/** Names as `/rental status` has them. */
function namesOf(running: readonly Instance[], reader: string): string {
  const others = running.flatMap(({ id }) => (id === reader ? [] : [instanceName(id)]));
  const also = others.length === 0 ? '' : ` Also running: ${others.toSorted().join(', ')}.`;
  return `${instanceName(reader)} reads the rental files for all.${also}`;
}

const SECRET = 'SLACK_SIGNING_SECRET (SLACK_APP_TOKEN over Socket Mode without one)';

function* differencesOf(running: readonly Instance[], own: Own): Generator<Finding> {
  const { fingerprints, version, broken } = own;
  yield* difference({
    what: 'The version of Rental Desk',
    own: version,
    running: running.map((instance) => instance.version),
    remedy: 'Put the same code in place everywhere, and restart the instances one after another.',
  });
  yield* difference({
    what: SECRET,
    own: fingerprints.secret,
    running: running.map(({ secret }) => secret),
    remedy:
      'Set it to the same everywhere, put the one before into SLACK_SIGNING_SECRET_PREVIOUS, and restart the instances one after another. Other settings are compared only between equal secrets.',
  });
  const comparable = running.filter(({ secret }) => secret === fingerprints.secret);
  const names = [fingerprints, ...comparable].flatMap(({ settings }) => Object.keys(settings));
  for (const name of new Set(names).difference(broken)) {
    yield* difference({
      what: name,
      own: fingerprints.settings[name],
      running: comparable.map(({ settings }) => settings[name]),
      remedy: 'Set it to the same everywhere, and restart the instances one after another.',
    });
  }
}

interface Compared {
  readonly what: string;
  readonly own: string | undefined;
  /** One for each instance. */
  readonly running: readonly (string | undefined)[];
  readonly remedy: string;
}

function* difference({ what, own, running, remedy }: Compared): Generator<Finding> {
  const others = running.filter((value) => value !== own).length;
  if (others === 0) return;
  if (new Set(running).size > 1) {
    const verb = others === 1 ? 'has' : 'have';
    yield problem(
      ABOUT,
      `${what} is not the same on all: ${others} of ${running.length} running ${verb} another one than is used here.`,
      remedy,
    );
    return;
  }
  const all = others === 1 ? 'the running instance has' : `all ${others} running instances have`;
  yield info(ABOUT, `${what}: ${all} another one than is used here, until restarted.`);
}
