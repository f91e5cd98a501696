import { emails } from '../../mail/mail/message.ts';
import { residencyEmailTexts, termEmailTexts, visitorEmailTexts } from '../texts/index.ts';

/**
 * To applicants for residency, and to people whose email address an application gives. A stranger may have given the address,
 * so the emails contain nothing that they chose, except a partner's name. The reviewer may add words.
 */
export const residencyEmails = emails(residencyEmailTexts);

/** To applicants for a visitor pass. */
export const visitorEmails = emails(visitorEmailTexts);

/** To the people affected by the end of a residency. Days are in UTC. */
export const termEmails = emails(termEmailTexts);
