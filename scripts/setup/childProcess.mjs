import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { product } from '../build/product.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code Exit code; 128 + signal number when a signal ended it.
 * @property {string} output What it wrote, both streams in order; empty when it shared the terminal.
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end, from the repository's root.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} [options] `quiet` collects the output
 *   instead of sharing the terminal.
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { quiet = false, env = process.env, shell = false } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd: product('.'), env, shell, stdio: ['ignore', stdio, stdio] });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${command}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  });
}

/** Until called off, SIGINT, SIGTERM and SIGHUP end what `run` started and then this program. */
export function endChildrenOnSignals() {
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    for (const child of running) child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
