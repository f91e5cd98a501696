import { randomUUID } from 'node:crypto';
import { bareAddress, type CapturedMail } from './mailbox.ts';

/** The addresses of SES's own mailbox simulator, also with a label: `bounce+ada@simulator.amazonses.com`. */
const simulated = /^(bounce|complaint|suppressionlist)(?:\+[^@]*)?@simulator\.amazonses\.com$/;

/**
 * The event that SES would publish to a topic about an accepted email; null if it is delivered. It is reported within
 * the second in which it was sent.
 */
export function sesReportOf(mail: CapturedMail): object | null {
  const [, what] = simulated.exec(bareAddress(mail.to[0] ?? '')) ?? [];
  if (what === undefined) return null;
  const { id, from, to, tags, configurationSet, sentAt: timestamp } = mail;
  const sent = {
    timestamp,
    messageId: id,
    source: from,
    destination: to,
    tags: {
      'ses:configuration-set': [configurationSet ?? ''],
      ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
    },
  };
  const recipients = to.map((emailAddress) => ({ emailAddress }));
  const feedbackId = randomUUID();
  if (what === 'complaint') {
    return {
      eventType: 'Complaint',
      mail: sent,
      complaint: {
        complainedRecipients: recipients,
        timestamp,
        feedbackId,
        complaintSubType: null,
        complaintFeedbackType: 'abuse',
      },
    };
  }
  return {
    eventType: 'Bounce',
    mail: sent,
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: what === 'bounce' ? 'General' : 'Suppressed',
      bouncedRecipients: recipients,
      timestamp,
      feedbackId,
    },
  };
}
