import type { PaymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import type { FoundPayment } from '../../shared/payments/domain/payment.ts';
import type { StatementPage } from '../../shared/payments/domain/statement.ts';
import type { PaymentProvider } from '../../shared/payments/providers/provider.ts';
import type { Questions } from '../../shared/service/usecases/ask-providers.ts';
import type { StatementsRead } from '../../shared/service/usecases/read-statements.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

/** A provider's answer about a reference; an Error is thrown. */
export type AnswerTo = (
  reference: string,
) => readonly FoundPayment[] | Error | Promise<readonly FoundPayment[]>;

/** A provider's statement of a day; an Error is thrown. */
export type StatementOf = (day: string, cursor: string | null) => StatementPage | Error;

export interface ProviderCall {
  readonly answer?: AnswerTo | Readonly<Record<string, AnswerTo>> | undefined;
  /** Without it there are no statements. */
  readonly statements?: Readonly<Record<string, StatementOf>> | undefined;
}

/** Runs the scheduled function. The providers answer as instructed, or like the sandbox by default. */
export async function askNow(
  world: World,
  answer?: ProviderCall['answer'],
): Promise<{ readonly counts: Questions; readonly asked: readonly string[] }> {
  const { questions, asked } = await runChecks(world, { answer });
  return { counts: questions, asked };
}

/** The same, with statements. */
export async function runChecks(world: World, { answer, statements = {} }: ProviderCall) {
  const asked: string[] = [];
  const payments: PaymentDeps['payments'] = {
    provider(name) {
      const real = world.deps.payments.provider(name);
      if (real === null) return null;
      const told = typeof answer === 'object' ? answer[name] : answer;
      return withAnswers(real, told, statements[name], asked);
    },
  };
  const handler = await functionHandler<
    () => Promise<{ readonly questions: Questions; readonly statements: StatementsRead }>
  >('functions/payments/ask-providers.ts', { ...world.deps, payments });
  return { ...(await handler()), asked };
}

function withAnswers(
  real: PaymentProvider,
  told: AnswerTo | undefined,
  statement: StatementOf | undefined,
  asked: string[],
): PaymentProvider {
  return {
    ...real,
    async findPayment(reference) {
      asked.push(reference);
      if (told === undefined) return (await real.findPayment?.(reference)) ?? [];
      const answer = await told(reference);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    readStatement:
      statement === undefined
        ? null
        : async (day, cursor) => {
            const page = statement(day, cursor);
            if (page instanceof Error) throw page;
            return page;
          },
  };
}
