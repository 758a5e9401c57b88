import { dirname, basename } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { buildCommand, builtPrograms } from '../../extensions/relay/src/debug/builtPrograms.ts';

/** A disk with these files on it. */
function listing(...paths: readonly string[]) {
  return (folder: string) =>
    Promise.resolve(paths.filter((path) => dirname(path) === folder).map((path) => basename(path)));
}

describe('what F5 debugs where there is no launch.json', () => {
  it('is the program of the same name beside the source', async () => {
    const list = listing('/w/src/main', '/w/src/main.c', '/w/build/other');
    expect(await builtPrograms('/w/src/main.c', '/w', list)).toEqual(['/w/src/main']);
  });

  it('is what lies in build folders on the way up to the opened folder, and is no other file', async () => {
    const list = listing(
      '/w/lib/build/tool',
      '/w/build/Makefile',
      '/w/build/app.o',
      '/w/build/app',
      '/w/a.out',
      '/build/outside',
    );
    expect(await builtPrograms('/w/lib/src/main.c', '/w', list)).toEqual([
      '/w/lib/build/tool',
      '/w/a.out',
      '/w/build/app',
    ]);
    expect(await builtPrograms('/w/lib/src/tool.cpp', '/w', list)).toEqual(['/w/lib/build/tool']);
  });

  it('is what Cargo has built, without its copies', async () => {
    const list = listing(
      '/w/target/debug/harbour',
      '/w/target/debug/harbour.d',
      '/w/target/debug/.cargo-lock',
      '/w/target/debug/examples/tide',
      '/w/target/debug/examples/tide-0123456789abcdef',
    );
    expect(await builtPrograms('/w/src/main.rs', '/w', list)).toEqual([
      '/w/target/debug/harbour',
      '/w/target/debug/examples/tide',
    ]);
    expect(await builtPrograms('/w/examples/tide.rs', '/w', list)).toEqual(['/w/target/debug/examples/tide']);
  });

  it('is nothing before it is built, and then there is a command that builds it', async () => {
    const list = listing('/w/Cargo.toml', '/w/src/main.rs', '/c/main.cpp', '/c/one.rs');
    expect(await builtPrograms('/w/src/main.rs', '/w', list)).toEqual([]);
    expect(await buildCommand('/w/src/main.rs', '/w', list)).toBe('cargo build');
    expect(await buildCommand('/c/one.rs', '/c', list)).toBe('rustc -g one.rs');
    expect(await buildCommand('/c/main.cpp', '/c', list)).toBe('g++ -g -o main main.cpp');
    expect(await buildCommand('/c/main.c', '/c', list)).toBe('gcc -g -o main main.c');
  });
});
