import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'prometheus-of-this-test-0123456789';
const server = await startTestServer({ env: { METRICS_TOKEN: TOKEN }, monitoring: { metrics: createMetrics() } });
const deploy = join(import.meta.dirname, '../../../deploy');

/** What Prometheus adds to the names of a histogram. */
const SUFFIX = /_(bucket|sum|count)$/;

test.each(['grafana/promenade.json', 'prometheus/alerts.yml'])('each metric that %s names exists', async (file) => {
  const text = await readFile(join(deploy, file), 'utf8');
  const named = new Set(text.match(/\b(?:promenade|process|nodejs)_\w+/g));
  expect(named.size).toBeGreaterThan(10);
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const types = new Map(
    [...(await answer.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]),
  );
  const isThere = (name: string) => types.has(name) || types.get(name.replace(SUFFIX, '')) === 'histogram';
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});

test('each panel of the dashboard has an id, a title and an expression', async () => {
  const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/promenade.json'), 'utf8')) as {
    panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const graphs = panels.filter(({ type }) => type !== 'row');
  expect(graphs.filter(({ title, targets = [] }) => !title || targets.length === 0)).toEqual([]);
});
