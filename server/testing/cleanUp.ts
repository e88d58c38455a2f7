import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up when the running test is over, or the test file when none runs yet: a test cannot add a hook to its file. */
export function whenOver(clean: () => unknown): void {
  const hook = async () => void (await clean());
  if (TestRunner.getCurrentTest()) onTestFinished(hook);
  else afterAll(hook);
}
