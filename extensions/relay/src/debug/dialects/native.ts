import { commandLine } from '../commandLine.ts';
import { isRecord } from '../../json.ts';
import type { DebugDialect } from './dialect.ts';
import { lldbMender } from './lldbAdapter.ts';

/** LLDB and GDB have their own names for the same attributes; whichever of them was found reads its own. */
export const native: DebugDialect = {
  isBuilt: true,
  mender: lldbMender,
  adapt(configuration) {
    const { args, env } = configuration;
    return {
      ...configuration,
      // GDB takes one line, which it passes to a shell.
      ...(Array.isArray(args) ? { arguments: commandLine(args.map(String)) } : {}),
      ...(isRecord(env)
        ? { environment: env, env: Object.entries(env).map(([name, value]) => `${name}=${String(value)}`) }
        : {}),
    };
  },
};

/** Configurations for Microsoft's C/C++ extension. */
export const fromCppdbg: DebugDialect = {
  handOver({ environment, stopAtEntry, ...configuration }) {
    const pairs = Array.isArray(environment) ? environment.filter(isRecord) : [];
    return {
      ...configuration,
      type: 'native',
      ...(pairs.length > 0
        ? { env: Object.fromEntries(pairs.map(({ name, value }) => [String(name), String(value)])) }
        : {}),
      ...(stopAtEntry === true ? { stopOnEntry: true } : {}),
    };
  },
};
