import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { extract } from 'tar';

/**
 * A program that unpacks the empty database that is published with PGlite into the folder that it is
 * given. It fails when anything cannot be written.
 *
 * @see https://pglite.dev/docs/prepopulatedfs
 */
const [, , folder = '.'] = process.argv;
const problems: string[] = [];
const files = extract({
  cwd: folder,
  // Files that are written one by one need no memory to wait in.
  sync: true,
  preserveOwner: false,
  onwarn(code, message) {
    // Given for each path, as they begin with a slash; anything else, such as a full disk, counts.
    if (code !== 'TAR_ENTRY_INFO') problems.push(message);
  },
});
const archive = await dataDir();
for await (const chunk of archive.stream()) files.write(Buffer.from(chunk));
files.end();
if (problems.length > 0) throw new Error(problems[0]);
