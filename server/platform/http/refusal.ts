import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';

/** Retry-After of BUSY. */
const BUSY_SECONDS = 5;

/** A rule refuses the request. `fields` has the problem of each invalid field. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, fields?: Record<string, string>, retryAfterSeconds?: number) {
    super(errors[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds ?? (code === 'BUSY' ? BUSY_SECONDS : undefined);
  }

  get status(): number {
    return errors[this.code][0];
  }

  get answer(): ErrorAnswer {
    return { error: { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) } };
  }
}

/** What a rule refused; any other failure is thrown on. For one of several things, which costs no other. */
export function requireRefusal(reason: unknown): Refusal {
  if (!(reason instanceof Refusal)) throw reason;
  return reason;
}

/** A refusal with a sentence of its own, which tells who or what. */
export class ExplainedRefusal extends Refusal {
  constructor(code: ErrorCode, message: string) {
    super(code);
    this.message = message;
  }
}

/** A stored file is missing or has another size than its row says. The log names it, the answer does not. */
export class DamagedFileRefusal extends Refusal {
  /** The storage key. */
  readonly file: string;

  constructor(key: string) {
    super('FILE_DAMAGED');
    this.file = key;
  }
}
