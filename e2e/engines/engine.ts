/** A browser that is driven by the commands that all engines have in common. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Evaluates a script in the page, whatever its content security policy. */
  load(source: string): Promise<void>;
  /** Calls a function in the page; it has no access to variables around it. */
  run<Args extends unknown[], Result>(
    body: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Performs W3C actions of a keyboard or a pointer as a person would. */
  perform(actions: object[]): Promise<void>;
  /** Sets the size of the viewport in CSS pixels. WebKitGTK makes none narrower than 447. */
  resize(viewport: { width: number; height: number }): Promise<void>;
  /** The folder that downloads are saved to. */
  downloads: string;
  /** Errors of the console and violations of the content security policy since the last call. */
  takeFaults(): Promise<string[]>;
  close(): Promise<void>;
}

/** The source of an expression that calls `body` and gives its result as JSON text, or null for undefined. */
export const callAsJson = (body: (...args: never[]) => unknown, args: unknown[]): string =>
  `Promise.resolve((${String(body)})(...${JSON.stringify(args)})).then((result) => JSON.stringify(result) ?? 'null')`;

/** The W3C actions of a click at a position of the viewport. */
export const createClick = (x: number, y: number): object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];
