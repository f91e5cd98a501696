import type { FoundPayment } from '../../shared/payments/domain/payment.ts';
import type { PaymentDeps } from '../../shared/payments/payment-deps.ts';
import type { PaymentProvider } from '../../shared/payments/providers/provider.ts';
import type { Questions } from '../../shared/service/usecases/ask-providers.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

/** What a provider answers when it is asked for a reference; an Error is thrown. */
export type AnswerTo = (
  reference: string,
) => readonly FoundPayment[] | Error | Promise<readonly FoundPayment[]>;

/** Runs what the clock calls; the providers answer as they are told, and as the sandbox does without that. */
export async function askNow(
  world: World,
  answer?: AnswerTo | Readonly<Record<string, AnswerTo>>,
): Promise<{ readonly counts: Questions; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const payments: PaymentDeps['payments'] = {
    provider(name) {
      const real = world.deps.payments.provider(name);
      if (real === null) return null;
      const told = typeof answer === 'object' ? answer[name] : answer;
      return withAnswers(real, told, asked);
    },
  };
  const handler = await functionHandler<() => Promise<Questions>>(
    'functions/payments/ask-providers.ts',
    { ...world.deps, payments },
  );
  return { counts: await handler(), asked };
}

function withAnswers(
  real: PaymentProvider,
  told: AnswerTo | undefined,
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
  };
}
