import type { ErrorAnswer, ErrorCode } from '@promenade/contract/errors';
import { errors } from '@promenade/contract/errors';

/** A rule says no. `fields` names the field at fault and why. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, fields?: Record<string, string>) {
    super(errors[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
  }

  get status(): number {
    return errors[this.code][0];
  }

  get answer(): ErrorAnswer {
    return { error: { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) } };
  }
}
