import type { ServerResponse } from 'node:http';
import type { Broker } from '../broker/broker.ts';
import { sendJson, sendRefusal } from '../http/answers.ts';
import type { HttpRoute } from '../http/route.ts';
import { settlesWithin } from '../process/settlesWithin.ts';
import type { LeaseAction, LeaseOutcome, LeasesReport } from '../protocol/leases.ts';

export interface LeasesOptions {
  readonly broker: Pick<Broker, 'report' | 'act'>;
  readonly memory: { of(pids: readonly number[]): Promise<ReadonlyMap<number, number>> };
}

const prefix = '/leases';
const actions: ReadonlySet<string> = new Set<LeaseAction>(['stop', 'restart']);
/** How long an answer waits for the end of a process. */
const patience = 3_000;

/** `GET /leases`, `POST /leases/<key>/stop`, `POST /leases/<key>/restart`: see `server/protocol/leases.ts`. */
export function leasesRoute(options: LeasesOptions): HttpRoute {
  return {
    methods: ['GET', 'HEAD', 'POST'],
    prefix,
    handle: async (request, response, url) => {
      const isList = url.pathname === prefix;
      if (isList !== (request.method !== 'POST')) return refuseMethod(response, isList, url);
      if (isList) return sendJson(response, 200, await reportWithMemory(options));
      const [, , key = '', action = '', ...rest] = url.pathname.split('/');
      if (!isAction(action) || rest.length > 0) {
        return sendRefusal(response, {
          status: 404,
          error: 'not-found',
          message: `There is nothing at ${url.pathname.slice(0, 200)}. A lease takes POST ${prefix}/<key>/stop and /restart.`,
        });
      }
      const done = options.broker.act(key, action);
      if (!done) {
        return sendRefusal(response, {
          status: 404,
          error: 'unknown-lease',
          message: `No language server is held under ${JSON.stringify(key.slice(0, 100))} any more. GET ${prefix} lists those that are.`,
        });
      }
      const outcome: LeaseOutcome = { done: await settlesWithin(patience, done) };
      sendJson(response, 200, outcome);
    },
  };
}

async function reportWithMemory({ broker, memory }: LeasesOptions): Promise<LeasesReport> {
  const { leases, limit } = broker.report();
  const sizes = await memory.of(leases.flatMap(({ process }) => process?.pid ?? []));
  const filled = leases.map((lease) => {
    const size = lease.process && sizes.get(lease.process.pid);
    if (!lease.process || size === undefined) return lease;
    return { ...lease, process: { ...lease.process, memory: size } };
  });
  return { leases: filled, limit };
}

function isAction(text: string): text is LeaseAction {
  return actions.has(text);
}

function refuseMethod(response: ServerResponse, isList: boolean, url: URL): void {
  const allowed = isList ? 'GET, HEAD' : 'POST';
  response.setHeader('allow', allowed);
  sendRefusal(response, {
    status: 405,
    error: 'method',
    message: `${url.pathname.slice(0, 200)} takes ${allowed}.`,
  });
}
