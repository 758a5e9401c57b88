import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../makeFolders.ts';
import { isErrno, messageOf } from '../thrown.ts';

/**
 * The token kept in the data folder, made when there is none: tabs stay signed in over a restart of the server.
 * The file is its owner's alone.
 *
 * @throws Error with a sentence for the user
 */
export async function keptToken(dataDir: string): Promise<string> {
  const file = join(dataDir, 'token');
  try {
    return (await read(file)) ?? (await create(dataDir, file));
  } catch (error) {
    const why = messageOf(error);
    throw new Error(
      `The token cannot be kept in ${file}: ${why}. Make the folder writable, or name another with --data-dir.`,
      { cause: error },
    );
  }
}

async function read(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  // An empty or damaged file, or one that somebody made weak, is replaced.
  if (!/^[\w-]{43}$/.test(text)) {
    await rm(file);
    return undefined;
  }
  await chmod(file, 0o600);
  return text;
}

/** Two servers that start at the same time end up with the same token: the first link wins. */
async function create(dataDir: string, file: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await makeFolders(dataDir, 0o700);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return token;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    return (await read(file)) ?? token;
  } finally {
    await rm(draft, { force: true });
  }
}
