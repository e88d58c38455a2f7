import type { ErrorAnswer, ErrorCode } from '@promenade/contract/errors';
import { errors } from '@promenade/contract/errors';

/** When to come back to a service that has too much to do. */
const BUSY_SECONDS = 5;

/** A rule says no. `fields` names the field at fault and why; `retryAfterSeconds` when asking again makes sense. */
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
