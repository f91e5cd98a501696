import { emails } from '../../mail/mail/message.ts';
import { applicationEmailTexts } from '../texts/index.ts';

/** To the owner of an application to incorporate, and to who signs it. `entityName` is name and extension as displayed. */
export const applicationEmails = emails(applicationEmailTexts);
