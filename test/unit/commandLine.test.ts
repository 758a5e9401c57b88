import { expect, it } from 'vitest';
import { helpText } from '../../scripts/setup/commandLine.mjs';
import * as server from '../../server/cli.ts';

it('npm start prints the help of the server before anything is installed or built', () => {
  expect(helpText()).toBe(server.helpText);
});
