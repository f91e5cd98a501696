import type { Answer, Service } from './service.ts';

/** Something that integrators rely on. */
export interface Check {
  readonly name: string;
  /** Resolves to a short result without personal data; throws the problem, or `NotTried`. */
  readonly run: (service: Service) => Promise<string>;
}

/** The check is not possible with these credentials. */
export class NotTried extends Error {}

/** Throws unless the condition holds. */
export function must(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Error(wrong);
}

/** The parts of an answer that may be shown: the status, and our own error. */
export function summaryOf({ status, body }: Answer): string {
  const error = field(body, 'error');
  return typeof error === 'string' ? `${status} "${error}"` : String(status);
}

/** A member of a parsed JSON value. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** Checks for a refusal in the contract's format: status, sentence, and the request's id (spec 2.1). */
export function mustRefuse(answer: Answer, status: number, error: string): void {
  must(
    answer.status === status && field(answer.body, 'error') === error,
    `wanted ${status} "${error}", got ${summaryOf(answer)}`,
  );
  const requestId = field(answer.body, 'requestId');
  must(typeof requestId === 'string' && requestId !== '', 'the error has no requestId');
}

export function mustBe200(answer: Answer): void {
  must(answer.status === 200, `expected 200, got ${summaryOf(answer)}`);
}
