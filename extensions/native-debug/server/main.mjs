/** A debug adapter over stdio for any gdb: cdt-gdb-adapter, with its edges taken off. Plain Node, nothing to build. */
import { GdbSession } from './gdbSession.mjs';

GdbSession.run(GdbSession);
