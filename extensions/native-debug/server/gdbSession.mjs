import { GDBDebugSession } from 'cdt-gdb-adapter/dist/desktop/GDBDebugSession.js';
import { sendStackInfoDepth } from 'cdt-gdb-adapter/dist/mi/stack.js';

/** @typedef {import('@vscode/debugprotocol').DebugProtocol.Breakpoint} Breakpoint */
/** @typedef {import('@vscode/debugprotocol').DebugProtocol.Response} Response */
/** @typedef {import('cdt-gdb-adapter/dist/types/session.js').FrameVariableReference} FrameVariableReference */

/** Its own words for stops, and those of DAP ("StoppedEvent"). It has none for a watched value that changed. */
const reasons = new Map([
  ['SIGINT', 'pause'],
  ['generic', 'data breakpoint'],
]);

/** Bounds the question how deep the stack is, as the library does. */
const maxDepth = 100;

/** cdt-gdb-adapter, put right where it says otherwise than DAP means it. */
export class GdbSession extends GDBDebugSession {
  /**
   * Frames whose variables were asked for since the program stopped.
   * @type {Set<number>}
   */
  #seen;

  constructor() {
    super();
    this.#seen = new Set();
  }

  /** @override */
  sendStoppedEvent(
    /** @type {string} */ reason,
    /** @type {number} */ threadId,
    /** @type {boolean | undefined} */ allThreadsStopped,
  ) {
    this.#seen.clear();
    super.sendStoppedEvent(reasons.get(reason) ?? reason, threadId, allThreadsStopped);
  }

  /**
   * It asks gdb for the names in a frame once, and would not see those of a block that is entered later.
   * @override
   */
  async handleVariableRequestFrame(/** @type {FrameVariableReference} */ reference) {
    if (!this.#seen.has(reference.frameHandle)) await this.#forgetVariables(reference.frameHandle);
    this.#seen.add(reference.frameHandle);
    return super.handleVariableRequestFrame(reference);
  }

  /** @override */
  sendResponse(/** @type {Response} */ response) {
    mendResponse(response);
    super.sendResponse(response);
  }

  /** @override */
  sendEvent(/** @type {import('@vscode/debugprotocol').DebugProtocol.Event} */ event) {
    if (event.event === 'breakpoint') mendSource(event.body.breakpoint);
    super.sendEvent(event);
  }

  async #forgetVariables(/** @type {number} */ frameHandle) {
    const frame = this.frameHandles.get(frameHandle);
    if (!frame || this.isRunning) return;
    const { depth } = await sendStackInfoDepth(this.gdb, { maxDepth, threadId: frame.threadId });
    const { varManager } = this.gdb;
    const known = varManager.getVars(frame, Number(depth)) ?? [];
    for (const { isVar, isChild, varname } of known.slice()) {
      if (isVar && !isChild) await varManager.removeVar(frame, Number(depth), varname);
    }
  }
}

function mendResponse(/** @type {Response} */ response) {
  const { command, body } = response;
  if (!response.success) {
    // Asked too late: the program goes on. Nobody wants to read that.
    if (/thread is running/i.test(response.message ?? '') && body?.error) body.error.showUser = false;
    return;
  }
  switch (command) {
    case 'initialize':
      // It answers `terminate` and ends nothing; `disconnect` works.
      body.supportsTerminateRequest = false;
      return;
    case 'dataBreakpointInfo':
      // In the next session a local is not there yet, and setting it would fail.
      if (body.canPersist) body.canPersist = false;
      return;
    case 'setInstructionBreakpoints':
      body.breakpoints.forEach(mendSource);
      return;
    case 'evaluate':
      if (!String(body.result).startsWith('Error: could not evaluate')) return;
      response.success = false;
      response.message = 'not available';
  }
}

/** The name is the whole path, and the path what the compiler was given: the wrong way round. */
function mendSource(/** @type {Breakpoint} */ breakpoint) {
  const { source } = breakpoint;
  if (source?.name?.startsWith('/')) breakpoint.source = { name: source.path ?? '', path: source.name };
  if (Number.isNaN(breakpoint.line)) delete breakpoint.line;
}
