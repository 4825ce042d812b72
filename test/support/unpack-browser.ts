/**
 * Unpacks the Chromium of the npm package into the folder for temporary files. The only word that
 * it is started with is the folder of the archives.
 */
import { join } from 'node:path';
import { argv } from 'node:process';

import { inflate } from '@sparticuz/chromium';

const [, , archives = ''] = argv;
// The last one holds libraries that a bare machine may lack.
const needed = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
await Promise.all(needed.map(async (name) => inflate(join(archives, name))));
