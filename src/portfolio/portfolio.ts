import type { FilePage } from '../rental/page.ts';
import { type Progress, readAll, type Reading } from './reading.ts';

/** The rental files as last read, and the way to read them again. */
export interface Portfolio {
  /** The last whole reading. One that has grown old is renewed in the background. */
  latest(): Reading | null;
  /** The reading of that id, while it is still held. */
  held(id: string): Reading | null;
  /**
   * Reads all rental files, or joins the reading under way.
   *
   * @throws {RentalError} when they cannot all be read; what is held stays
   */
  read(): Promise<Reading>;
  /** How far the reading under way has come. */
  progress(): Progress;
  /** Why the newest attempt failed; `null` when it did not. */
  failure(): unknown;
}

export interface PortfolioOptions {
  readonly pages: () => AsyncIterable<FilePage>;
  readonly now: () => number;
  /** How old the latest reading may grow before it is renewed. */
  readonly pollSeconds: number;
  readonly completionMax: 1 | 100 | null;
  /** Hears of a reading that failed with nobody waiting for it. */
  readonly onBackgroundFailure: (error: unknown) => void;
}

/** Lists people still page through keep their reading; older ones lead to the newest. */
const READINGS_HELD_MAX = 3;

/** A portfolio that holds nothing yet. */
export function createPortfolio(options: PortfolioOptions): Portfolio {
  const { pages, now, pollSeconds, completionMax, onBackgroundFailure } = options;
  let readings: readonly Reading[] = [];
  let underWay: Promise<Reading> | null = null;
  let progress: Progress = { read: 0, count: null };
  let failure: unknown = null;
  let triedAt = -Infinity;

  async function readOnce(): Promise<Reading> {
    progress = { read: 0, count: null };
    triedAt = now();
    try {
      const onProgress = (made: Progress) => {
        progress = made;
      };
      const reading = await readAll(pages(), onProgress, { now, completionMax });
      readings = [reading, ...readings].slice(0, READINGS_HELD_MAX);
      failure = null;
      return reading;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      underWay = null;
    }
  }

  function read(): Promise<Reading> {
    underWay ??= readOnce();
    return underWay;
  }

  return {
    read,
    latest() {
      const [latest] = readings;
      if (latest && now() - triedAt > pollSeconds * 1000) read().catch(onBackgroundFailure);
      return latest ?? null;
    },
    held: (id) => readings.find((reading) => reading.id === id) ?? null,
    progress: () => progress,
    failure: () => failure,
  };
}
