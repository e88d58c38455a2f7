import type { Worker } from 'node:worker_threads';

/** What is asked of a thread, and who waits for it. */
export interface Task<Ask, Answer> {
  ask: Ask;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Threads that do one thing at a time each; they start when they are first needed. */
export interface Threads<Ask, Answer> {
  run(ask: Ask): Promise<Answer>;
  /** Ends the threads, whatever they do; what waits is rejected. */
  close(): Promise<void>;
}

interface How<Ask, Answer> {
  /** How many at most. */
  size: number;
  start: () => Worker;
  /** Gives one task to a thread and settles it; false when the thread cannot be used again. */
  work: (worker: Worker, task: Task<Ask, Answer>) => Promise<boolean>;
  /** What is said to those who come, or still wait, when it is closed. */
  whenClosed: string;
}

/** None of them runs yet. */
export function openThreads<Ask, Answer>({ size, start, work, whenClosed }: How<Ask, Answer>): Threads<Ask, Answer> {
  const waiting: Task<Ask, Answer>[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const next = () => {
    while (!closed && (idle.length > 0 || all.size < size)) {
      const task = waiting.shift();
      if (!task) return;
      const worker = idle.pop() ?? start();
      all.add(worker);
      void work(worker, task).then((alive) => release(worker, alive));
    }
  };
  const release = async (worker: Worker, alive: boolean) => {
    if (alive) idle.push(worker);
    else {
      all.delete(worker);
      await worker.terminate();
    }
    next();
  };

  return {
    run: (ask) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error(whenClosed));
        waiting.push({ ask, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error(whenClosed));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
