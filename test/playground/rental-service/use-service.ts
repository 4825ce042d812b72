import { beforeAll } from 'vitest';

import {
  type RentalService,
  type RentalServiceOptions,
  startRentalService,
} from '../../../src/playground/rental-service/service.ts';

/** Starts a service before the tests of a file, and stops it after them. */
export function useService(
  optionsFor: () => RentalServiceOptions | Promise<RentalServiceOptions>,
  use: (service: RentalService) => unknown,
): void {
  beforeAll(async () => {
    const service = await startRentalService(await optionsFor());
    use(service);
    return async () => service.stop();
  });
}
