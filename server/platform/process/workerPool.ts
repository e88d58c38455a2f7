import type { Worker } from 'node:worker_threads';

export interface Task<Request, Response> {
  request: Request;
  resolve(response: Response): void;
  reject(error: Error): void;
}

interface WorkerPoolOptions<Request, Response> {
  size: number;
  start: () => Worker;
  /** Runs and settles one task; false when the thread cannot be used again. */
  runTask: (worker: Worker, task: Task<Request, Response>) => Promise<boolean>;
  /** The error of tasks that wait or arrive after the pool is closed. */
  closedMessage: string;
}

/** Creates worker threads with one task each at a time. A thread starts when it is first needed. */
export function createWorkerPool<Request, Response>({
  size,
  start,
  runTask,
  closedMessage,
}: WorkerPoolOptions<Request, Response>) {
  const waiting: Task<Request, Response>[] = [];
  const idle: Worker[] = [];
  const workers = new Set<Worker>();
  let isClosed = false;

  const startTasks = () => {
    while (!isClosed && (idle.length > 0 || workers.size < size)) {
      const task = waiting.shift();
      if (!task) return;
      const worker = idle.pop() ?? start();
      workers.add(worker);
      void runTask(worker, task).then((isUsable) => release(worker, isUsable));
    }
  };
  const release = async (worker: Worker, isUsable: boolean) => {
    if (isUsable) idle.push(worker);
    else {
      workers.delete(worker);
      await worker.terminate();
    }
    startTasks();
  };

  return {
    run: (request: Request) =>
      new Promise<Response>((resolve, reject) => {
        if (isClosed) return reject(new Error(closedMessage));
        waiting.push({ request, resolve, reject });
        startTasks();
      }),
    /** Terminates all threads and rejects the tasks that wait. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error(closedMessage));
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
