import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import type { PaymentResult } from '../../kernel/domain/payment.ts';

/** Statuses of a test payment. A declined one can be retried, as with real providers. */
export const sandboxStatuses = ['open', 'succeeded', 'failed', 'cancelled'] as const;
export type SandboxStatus = (typeof sandboxStatuses)[number];

/** The payer's options on the sandbox's page. */
export const sandboxDecisions = ['pay', 'decline', 'cancel'] as const;
export type SandboxDecision = (typeof sandboxDecisions)[number];

const results = {
  pay: 'succeeded',
  decline: 'failed',
  cancel: 'cancelled',
} as const satisfies Record<SandboxDecision, PaymentResult & SandboxStatus>;

/** The payment after the payer's choice; refused with its status if it is already final. */
export function decideSandboxCommand<P extends { readonly statusId: SandboxStatus }>(
  payment: P,
  decision: SandboxDecision,
): Decision<P & { readonly statusId: (typeof results)[SandboxDecision] }, SandboxStatus> {
  const { statusId } = payment;
  if (statusId === 'succeeded' || statusId === 'cancelled') return refuse(statusId);
  return accept({ ...payment, statusId: results[decision] });
}
