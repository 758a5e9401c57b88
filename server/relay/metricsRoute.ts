import type { Counter, Gauge, Registry } from 'prom-client';
import type { Broker } from '../broker/broker.ts';
import type { HttpRoute } from '../http/route.ts';

/**
 * `GET /metrics` in Prometheus's text format. Nothing is pushed: each figure is read from the broker when somebody
 * asks. Labels take few values and name nobody: no ids, no languages, no folders.
 */
export function metricsRoute(broker: Pick<Broker, 'leases' | 'tally'>): HttpRoute {
  let registry: Promise<Registry> | undefined;
  return {
    methods: ['GET', 'HEAD'],
    prefix: '/metrics',
    handle: async (_request, response) => {
      // Loaded when somebody measures: the start need not wait for it.
      registry ??= registryOf(broker);
      const { metrics, contentType } = await registry.then(async (known) => ({
        metrics: await known.metrics(),
        contentType: known.contentType,
      }));
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
      response.end(metrics);
    },
  };
}

async function registryOf(broker: Pick<Broker, 'leases' | 'tally'>): Promise<Registry> {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const { tally } = broker;
  const gauge = (name: string, help: string, read: () => number): void => {
    const metric: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => metric.set(read()),
    });
  };
  /** `read` gives the totals by the value of the one label, or under '' where there is none. */
  const counter = (
    name: string,
    help: string,
    label: string,
    read: () => Iterable<[string, number]>,
  ): void => {
    const metric: Counter = new Counter({
      name,
      help,
      labelNames: label === '' ? [] : [label],
      registers: [registry],
      collect: () => {
        metric.reset();
        for (const [value, total] of read()) metric.inc(label === '' ? {} : { [label]: value }, total);
      },
    });
  };
  const live = () => broker.leases().filter(({ isLive }) => isLive);
  gauge(
    'mooring_leases_attached',
    'Leases that a page is attached to.',
    () => live().filter(({ link }) => link.attachment).length,
  );
  gauge(
    'mooring_leases_detached',
    'Leases that wait for a page to come back.',
    () => live().filter(({ link }) => !link.attachment).length,
  );
  gauge('mooring_requests_pending', 'Requests of pages that a language server has not answered yet.', () =>
    live().reduce((sum, { conversation }) => sum + (conversation?.pending.size ?? 0), 0),
  );
  counter('mooring_leases_ended_total', 'Leases that ended, by reason.', 'reason', () => tally.ended);
  counter('mooring_leases_evicted_total', 'Leases that ended to make room for another.', '', () => [
    ['', tally.ended.get('capacity') ?? 0],
  ]);
  counter('mooring_restarts_total', 'Processes that took the place of one before them.', '', () => [
    ['', tally.restarts],
  ]);
  counter('mooring_messages_total', 'Messages to and from language servers.', 'direction', () => [
    ['to_server', tally.toServers.messages],
    ['from_server', tally.fromServers.messages],
  ]);
  counter('mooring_message_bytes_total', 'Bytes of these messages.', 'direction', () => [
    ['to_server', tally.toServers.bytes],
    ['from_server', tally.fromServers.bytes],
  ]);
  gauge('mooring_resident_memory_bytes', 'Memory of the server itself, without language servers.', () =>
    process.memoryUsage.rss(),
  );
  return registry;
}
