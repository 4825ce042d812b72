import { Gauge, type Registry } from 'prom-client';

/** What the last reading of the rental files was like. */
interface ReadingFigures {
  readonly ageMs: number;
  readonly tookMs: number;
  readonly files: number;
  /** Files that could not be read at all. */
  readonly skipped: number;
  /** Whether it may have missed a file. */
  readonly isDoubtful: boolean;
}

/** What is looked up whenever somebody asks. */
export interface LookedUp {
  readonly reading: () => ReadingFigures | null;
  /** Whether the service is left alone because it does not answer. */
  readonly isServiceResting: () => boolean;
  readonly isDatabaseReached: () => boolean;
  /** Deliveries that wait or are under way; asked only while the database is reached. */
  readonly queued: () => Promise<number>;
}

interface Gauges {
  /** Looks everything up; never rejects. */
  renew(): Promise<void>;
}

/** Metrics that are not counted, but looked up at the moment somebody asks. */
export function createGauges(register: Registry, options: LookedUp): Gauges {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `rental_desk_${name}`, help, registers: [register] });
  const age = gauge('reading_age_seconds', 'Since the rental files were last read');
  const took = gauge('reading_duration_seconds', 'How long that reading took');
  const files = gauge('reading_files', 'Rental files in it');
  const skipped = gauge('reading_skipped_files', 'Rental files in it that could not be read');
  const doubtful = gauge('reading_doubtful', '1 when that reading may have missed a file');
  const resting = gauge('service_resting', '1 while the service is left alone, for it is silent');
  const reached = gauge('database_reached', '1 when the database answered last');
  const queued = gauge('queued_deliveries', 'Digests that wait or are on their way');

  return {
    async renew() {
      const reading = options.reading();
      // What is not known is left out: a zero would be a statement.
      show(age, reading && reading.ageMs / 1_000);
      show(took, reading && reading.tookMs / 1_000);
      show(files, reading && reading.files);
      show(skipped, reading && reading.skipped);
      show(doubtful, reading && Number(reading.isDoubtful));
      show(resting, Number(options.isServiceResting()));
      const isReached = options.isDatabaseReached();
      show(reached, Number(isReached));
      show(queued, isReached ? await options.queued().catch(() => null) : null);
    },
  };
}

function show(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
