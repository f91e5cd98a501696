import * as z from 'zod/mini';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { type GatewayRun, runStates, stateOf } from '../domain/gateway-run.ts';

/** Body of `POST /admin/v1/gateway_keys/comparison`. */
export const CompareGatewayKeys = z.object({ carryOut: z._default(z.boolean(), false) });

const Count = z.int().check(z.gte(0));

/** A comparison of keys with API Gateway: its progress, findings and changes. */
export const GatewayKeyComparison = z.object({
  id: Id,
  state: z.enum(runStates),
  carryOut: z.boolean(),
  requestedAt: OutputInstant,
  startedAt: z.nullable(OutputInstant),
  finishedAt: z.nullable(OutputInstant),
  keys: Count,
  missing: Count,
  disabled: Count,
  misplaced: Count,
  unrecorded: Count,
  idle: Count,
  orphaned: Count,
  fixed: Count,
  overQuota: Count,
  removed: Count,
  retained: Count,
  failed: Count,
  keysInAccount: z.nullable(Count),
});

export const GatewayKeyComparisonAnswer = z.object({ data: GatewayKeyComparison });

/** A comparison as operators see it. */
export function presentGatewayRun(run: GatewayRun): z.output<typeof GatewayKeyComparison> {
  return presented(GatewayKeyComparison, { ...run, ...run.counts, state: stateOf(run) });
}
