import { accountMessages } from './accounts.ts';
import { amendmentMessages } from './amendments.ts';
import { callMessages } from './calls.ts';
import { certificateMessages } from './certificates.ts';
import { clientMessages } from './clients.ts';
import { entityMessages } from './entities.ts';
import { eventMessages } from './events.ts';
import { operatorMessages } from './operators.ts';
import { paymentMessages } from './payments.ts';
import { residencyMessages } from './residencies.ts';
import { reviewMessages } from './reviews.ts';
import { uploadMessages } from './uploads.ts';

/** Every fixed message of the contract, once: by topics. The numbers there are the sections of the spec that they come from. */
export const apiErrors = {
  ...callMessages,
  ...accountMessages,
  ...eventMessages,
  ...residencyMessages,
  ...uploadMessages,
  ...clientMessages,
  ...entityMessages,
  ...amendmentMessages,
  ...certificateMessages,
  ...paymentMessages,
  ...reviewMessages,
  ...operatorMessages,
} as const;
