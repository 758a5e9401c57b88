/**
 * Every server of the benchmark is started in a group of its own, as it must be for its children to end with it.
 * Linux shares the processor out among such groups: one that is not would have another part of a busy machine.
 */
export const ownGroup = { detached: process.platform !== 'win32' };
