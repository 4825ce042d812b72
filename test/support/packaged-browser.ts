import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const UNPACKER = fileURLToPath(new URL('unpack-browser.ts', import.meta.url));

const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));

/** In the package itself: a new version of it does not find what an older one has unpacked. */
const FOLDER = join(PACKAGE, 'unpacked');

/** The package brings one font family; what the machine has is used as well. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The Chromium of the npm package, with the libraries and fonts that a bare machine may lack. */
export const packagedBrowser = {
  path: join(FOLDER, 'chromium'),
  environment: {
    LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(FOLDER, 'fonts'),
  },
} as const;

/** Unpacks it, once for each installation of the package. */
export async function unpackBrowser(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const partial = `${FOLDER}-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts', 'fonts.conf'), FONTS);
    await rename(partial, FOLDER);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(FOLDER)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** In a process of its own: the package unpacks into the folder for temporary files, nowhere else. */
async function unpackInto(folder: string): Promise<void> {
  const env = { ...process.env, TMPDIR: folder };
  const words = [UNPACKER, join(PACKAGE, 'bin')];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The Chromium of @sparticuz/chromium was not unpacked:\n${said}`);
}
