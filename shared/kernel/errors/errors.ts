import { accountMessages, residencyMessages } from './accounts.ts';
import { callMessages } from './calls.ts';
import { clientMessages, eventMessages } from './clients.ts';
import {
  amendmentMessages,
  certificateMessages,
  entityMessages,
  uploadMessages,
} from './entities.ts';
import { operatorMessages, reviewMessages } from './operators.ts';
import { paymentMessages } from './payments.ts';

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
