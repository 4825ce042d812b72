import process from 'node:process';

const { NODE_COMPILE_CACHE } = process.env;

/** For the environment of a process that the tests start: it finds sources that are compiled. */
export const COMPILED: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
