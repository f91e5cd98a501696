import { accountMessages } from './errors/accounts.ts';
import { amendmentMessages } from './errors/amendments.ts';
import { callMessages } from './errors/calls.ts';
import { certificateMessages } from './errors/certificates.ts';
import { clientMessages } from './errors/clients.ts';
import { entityMessages } from './errors/entities.ts';
import { eventMessages } from './errors/events.ts';
import { operatorMessages } from './errors/operators.ts';
import { paymentMessages } from './errors/payments.ts';
import { residencyMessages } from './errors/residencies.ts';
import { reviewMessages } from './errors/reviews.ts';
import { uploadMessages } from './errors/uploads.ts';

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
