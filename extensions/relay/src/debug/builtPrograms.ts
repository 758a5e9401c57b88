/** Names of the files in a folder, none where there is no such folder. */
export type ListFolder = (folder: string) => Promise<readonly string[]>;

/** Where builds of C and C++ leave programs, beside the sources or above them. */
const nativeFolders = ['build', 'builddir', 'out', 'bin', 'cmake-build-debug'];
const cargoFolders = ['target/debug', 'target/debug/examples'];
/** They have no extension either, as programs have none. */
const notPrograms = /^(?:(?:GNU)?makefile|license|readme|copying|authors|changelog)$|-[0-9a-f]{16}$/i;

/**
 * Programs that may have been built from a source file: the one of its name, or all that lie where builds leave them.
 * @param source path of the file
 * @param root path of the opened folder, above which nothing is looked at
 */
export async function builtPrograms(source: string, root: string, list: ListFolder): Promise<string[]> {
  const home = parentOf(source);
  const name = source.slice(home.length + 1).replace(/\.[^.]*$/, '');
  if ((await list(home)).includes(name)) return [`${home}/${name}`];
  const buildFolders = source.endsWith('.rs') ? cargoFolders : nativeFolders;
  const found: string[] = [];
  for (let folder = home; ; folder = parentOf(folder)) {
    const files = await list(folder);
    if (files.includes('a.out')) found.push(`${folder}/a.out`);
    for (const below of buildFolders) {
      const names = await list(`${folder}/${below}`);
      found.push(...names.filter(isProgram).map((file) => `${folder}/${below}/${file}`));
    }
    if (folder === root || folder === '') break;
  }
  const same = found.filter((path) => path.endsWith(`/${name}`));
  return same.length > 0 ? same : found;
}

/** A command that builds what `builtPrograms` finds. */
export async function buildCommand(source: string, root: string, list: ListFolder): Promise<string> {
  const file = source.slice(parentOf(source).length + 1);
  const name = file.replace(/\.[^.]*$/, '');
  if (file.endsWith('.rs')) {
    for (let folder = parentOf(source); ; folder = parentOf(folder)) {
      if ((await list(folder)).includes('Cargo.toml')) return 'cargo build';
      if (folder === root || folder === '') return `rustc -g ${file}`;
    }
  }
  return `${/\.[ch]$/.test(file) ? 'gcc' : 'g++'} -g -o ${name} ${file}`;
}

function isProgram(name: string): boolean {
  return !name.includes('.') && !notPrograms.test(name);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
