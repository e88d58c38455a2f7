#!/usr/bin/env bash
# @fastify/under-pressure 9.2.0 with fastify 5.12.8, Node 26.10.0: with `maxEventLoopDelay` and a `sampleInterval` of
# 10,000 ms, an idle process still wakes a hundred times a second: the histogram behind it has a fixed resolution of
# 10 ms, and no option changes it. Seen: 99 turns of the event loop a second (82 on a busy machine), 0.2 without the plugin. Concerns
# services that are idle most of the time: here it was half of their processor time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node@26.10.0 fastify@5.12.8 @fastify/under-pressure@9.2.0
cat >idle.mjs <<'JS'
import { performance } from 'node:perf_hooks';
import Fastify from 'fastify';
import underPressure from '@fastify/under-pressure';

async function countTurns(hasPlugin) {
  const app = Fastify();
  if (hasPlugin) await app.register(underPressure, { maxEventLoopDelay: 1_000, sampleInterval: 10_000 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = performance.nodeTiming.uvMetricsInfo.loopCount;
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const turns = (performance.nodeTiming.uvMetricsInfo.loopCount - before) / 5;
  await app.close();
  return turns;
}
const without = await countTurns(false);
const withPlugin = await countTurns(true);
console.log(`turns of the event loop a second: ${without} without the plugin, ${withPlugin} with it`);
process.exit(without < 10 && withPlugin > 50 ? 0 : 1);
JS
node_modules/.bin/node idle.mjs
