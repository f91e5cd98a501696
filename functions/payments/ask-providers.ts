import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { measureCases } from '../../shared/payments/usecases/payment-cases.ts';
import { askProviders, type Questions } from '../../shared/service/usecases/ask-providers.ts';
import {
  readStatements,
  type StatementsRead,
} from '../../shared/service/usecases/read-statements.ts';

interface Asked {
  readonly questions: Questions;
  readonly statements: StatementsRead;
}

/**
 * Called by the schedule: asks payment providers for payments that they have not reported, and for the statements of past days.
 * Ignores its input.
 */
async function run(deps: PaymentDeps): Promise<Asked> {
  const failed = (error: unknown): never => {
    deps.log.error('payment providers could not be asked', {}, error);
    throw error;
  };
  // One after the other, and the second even if the first has failed.
  const questions = await Promise.allSettled([askProviders(deps)]);
  const statements = await readStatements(deps).catch(failed);
  for (const measure of await measureCases(deps)) deps.log.measure(measure);
  const [asked] = questions;
  return asked.status === 'fulfilled'
    ? { questions: asked.value, statements }
    : failed(asked.reason);
}

const deps = root(paymentDeps);

export const handler = (_event: unknown, context?: Context): Promise<Asked> =>
  inTime(context, () => run(deps()));
