import * as z from 'zod/mini';
import { FreeLine, OutputInstant } from '../../kernel/contracts/text.ts';

const RetryAfter = z.int().check(z.gte(1), z.lte(86_400));

// As UTF-8 in Base64 it fits into a stage variable, which holds 512 characters.
const Reason = FreeLine(120);

/** Body of `PUT /admin/v1/maintenance`. `retryAfterSeconds` is 600 by default. */
export const BeginMaintenance = z.object({
  reason: Reason,
  retryAfterSeconds: z.optional(RetryAfter),
});
export type BeginMaintenance = z.output<typeof BeginMaintenance>;

/** Body of `POST /admin/v1/maintenance/end`. */
export const EndMaintenance = z.object({ reason: Reason });
export type EndMaintenance = z.output<typeof EndMaintenance>;

/** Whether writes are refused. If not, everything except the readers is null. */
export const Maintenance = z.object({
  on: z.boolean(),
  since: z.nullable(OutputInstant),
  reason: z.nullable(z.string()),
  retryAfterSeconds: z.nullable(RetryAfter),
  /** Functions that read the table's stream, with their state from Lambda. */
  streamReaders: z.array(z.object({ function: z.string(), state: z.string() })),
});
export type Maintenance = z.output<typeof Maintenance>;

export const MaintenanceAnswer = z.object({ data: Maintenance });
