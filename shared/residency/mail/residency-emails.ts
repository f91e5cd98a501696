import { emails } from '../../mail/mail/message.ts';
import { residencyEmailTexts, termEmailTexts, visitorEmailTexts } from '../texts/index.ts';

/**
 * Emails to applicants for residency, and to email addresses given in an application. A stranger may have entered the
 * address, so the emails contain nothing chosen by the sender except a partner's name; a reviewer may add text.
 */
export const residencyEmails = emails(residencyEmailTexts);

/** Emails to applicants for a visitor pass. */
export const visitorEmails = emails(visitorEmailTexts);

/** Emails to people affected by the end of a residency. Days are in UTC. */
export const termEmails = emails(termEmailTexts);
