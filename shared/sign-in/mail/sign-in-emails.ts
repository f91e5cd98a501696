import { emails } from '../../mail/mail/message.ts';
import { newBrowserEmailTexts, passkeyEmailTexts, signInEmailTexts } from '../texts/index.ts';

/**
 * To the person who signs in. The time distinguishes several emails. The code is neither in the
 * subject nor in the first lines, which a locked screen shows.
 */
export const signInEmails = emails(signInEmailTexts);

/**
 * To an account holder, about a sign-in from a new browser. It never states the place, which is unreliable and visible
 * to every reader of the email.
 */
export const newBrowserEmails = emails(newBrowserEmailTexts);

/**
 * To the account's holder. A passkey's name is only for its owner, and is not stored in the outbox.
 */
export const passkeyEmails = emails(passkeyEmailTexts);
