import packageJson from '../../package.json' with { type: 'json' };

/** The version of Rental Desk. */
export const VERSION: string = packageJson.version;
