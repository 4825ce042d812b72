import { createWorkingDays, holidaysOf } from '../../src/portfolio/calendar.ts';

/** Working days in France: what is counted once is known to all tests of a worker. */
export const WORKING_DAYS = createWorkingDays(holidaysOf('FR'));
