import { emails } from '../../mail/mail/message.ts';
import { newBrowserEmailTexts, passkeyEmailTexts, signInEmailTexts } from '../texts/index.ts';

/**
 * To who signs in. The time tells several from each other. The code is not in the subject, which a locked screen shows;
 * the first lines, which it shows as well, are without it.
 */
export const signInEmails = emails(signInEmailTexts);

/**
 * To an account holder, about a sign-in from a new browser. It never states the place, which is unreliable and visible
 * to every reader of the email.
 */
export const newBrowserEmails = emails(newBrowserEmailTexts);

/** To the account's holder. A passkey's name is for its owner only, and is not stored in the outbox. */
export const passkeyEmails = emails(passkeyEmailTexts);
