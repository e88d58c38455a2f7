import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startService } from '../e2e/startService.ts';

/** Starts a service with the demo and waits until its background import, which uses all cores, is complete. */
export async function startDemoService(): Promise<Service> {
  const service = await startService();
  while (!service.output().includes('40 of 40')) await sleep(500);
  return service;
}
