import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import type { PaymentResult } from '../../kernel/domain/payment.ts';

/** Statuses of a payment with play money. A declined one can be tried again, as at real providers. */
export const sandboxStatuses = ['open', 'succeeded', 'failed', 'cancelled'] as const;
export type SandboxStatus = (typeof sandboxStatuses)[number];

/** The payer's choices on the sandbox's page. */
export const sandboxDecisions = ['pay', 'decline', 'cancel'] as const;
export type SandboxDecision = (typeof sandboxDecisions)[number];

const results = {
  pay: 'succeeded',
  decline: 'failed',
  cancel: 'cancelled',
} as const satisfies Record<SandboxDecision, PaymentResult & SandboxStatus>;

/** The payment after the payer's choice; refused with the final status it has already. */
export function decideSandboxCommand<P extends { readonly statusId: SandboxStatus }>(
  payment: P,
  decision: SandboxDecision,
): Decision<P & { readonly statusId: (typeof results)[SandboxDecision] }, SandboxStatus> {
  const { statusId } = payment;
  if (statusId === 'succeeded' || statusId === 'cancelled') return refuse(statusId);
  return accept({ ...payment, statusId: results[decision] });
}
