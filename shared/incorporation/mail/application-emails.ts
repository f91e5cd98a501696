import { emails } from '../../mail/mail/message.ts';
import { applicationEmailTexts } from '../texts/index.ts';

/** Emails to the owner and the signer of an application. `entityName` is the name with its extension, as displayed. */
export const applicationEmails = emails(applicationEmailTexts);
