import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { measureCases } from '../../shared/payments/usecases/payment-cases.ts';
import { askProviders, type Questions } from '../../shared/service/usecases/ask-providers.ts';
import {
  readStatements,
  type StatementsRead,
} from '../../shared/service/usecases/read-statements.ts';
import { background } from '../../shared/web/http/background.ts';

interface Asked {
  readonly questions: Questions;
  readonly statements: StatementsRead;
}

/**
 * Checks unreported payments with payment providers, and reads the statements of past days. Runs on
 * a schedule and ignores its input.
 */
async function run(deps: PaymentDeps): Promise<Asked> {
  // The two run in sequence, and the second even if the first has failed.
  const [asked] = await Promise.allSettled([askProviders(deps)]);
  const statements = await readStatements(deps);
  for (const measure of await measureCases(deps)) deps.log.measure(measure);
  if (asked.status === 'rejected') throw asked.reason;
  return { questions: asked.value, statements };
}

export const handler = background(run, paymentDeps, 'payment providers could not be asked');
