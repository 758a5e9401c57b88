import { describe, expect, it } from 'vitest';
import { helpText, readCommandLine } from '../../scripts/setup/commandLine.mjs';
import * as server from '../../server/cli.ts';

describe('npm start', () => {
  it('prints the help of the server before anything is installed or built', () => {
    expect(helpText()).toBe(server.helpText);
  });

  it('opens the sample project when no folder is named, whatever the flags', () => {
    for (const line of ['', '--port 0', '--host=0.0.0.0 --log-level debug', '--extensions-dir more']) {
      expect(readCommandLine(line.split(' ').filter(Boolean)), line).toMatchObject({ needsFolder: true });
    }
    expect(readCommandLine(['--data-dir', 'somewhere'])).toEqual({ needsFolder: true, dataDir: 'somewhere' });
  });

  it('leaves a named folder, and a question that needs none, to the server', () => {
    for (const line of ['folder', '--port 0 folder', 'folder --token 0123456789abcdef', '--version']) {
      expect(readCommandLine(line.split(' ')), line).toMatchObject({ needsFolder: false });
    }
  });
});
