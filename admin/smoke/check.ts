import type { Answer, Service } from './service.ts';

/** One thing that an integrator relies on. */
export interface Check {
  readonly name: string;
  /** Resolves to what was found, in a few words without personal data; throws what is wrong, or `NotTried`. */
  readonly run: (service: Service) => Promise<string>;
}

/** The check says nothing with these credentials. */
export class NotTried extends Error {}

/** Throws unless it holds. */
export function must(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Error(wrong);
}

/** What came back, without what a caller may not show: the status, and our own error. */
export function said({ status, body }: Answer): string {
  const error = field(body, 'error');
  return typeof error === 'string' ? `${status} "${error}"` : String(status);
}

/** A member of something that came as JSON. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** A refusal as the contract has them: status, sentence, and the request's id (spec 2.1). */
export function mustRefuse(answer: Answer, status: number, error: string): void {
  must(
    answer.status === status && field(answer.body, 'error') === error,
    `wanted ${status} "${error}", got ${said(answer)}`,
  );
  const requestId = field(answer.body, 'requestId');
  must(typeof requestId === 'string' && requestId !== '', 'the error has no requestId');
}

export function mustBe200(answer: Answer): void {
  must(answer.status === 200, `wanted 200, got ${said(answer)}`);
}
