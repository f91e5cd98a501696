import * as z from 'zod/mini';
import type { MailReport } from '../domain/mail-address.ts';

// "Contents of event data that Amazon SES publishes to Amazon SNS", in SES's developer guide.
const Instant = z.pipe(
  z.string(),
  z.transform((text: string) => new Date(text).toISOString()),
);
const Sent = z.object({
  timestamp: Instant,
  destination: z.array(z.string()),
  tags: z.optional(z.record(z.string(), z.array(z.string()))),
});
const Bounce = z.object({
  eventType: z.literal('Bounce'),
  mail: Sent,
  bounce: z.object({ bounceType: z.string(), bounceSubType: z.string(), timestamp: Instant }),
});
const Complaint = z.object({
  eventType: z.literal('Complaint'),
  mail: Sent,
  complaint: z.object({
    timestamp: Instant,
    complaintSubType: z.optional(z.nullable(z.string())),
    complaintFeedbackType: z.optional(z.nullable(z.string())),
  }),
});
const Reject = z.object({ eventType: z.literal('Reject'), mail: Sent });
const Failure = z.object({ eventType: z.literal('Rendering Failure'), mail: Sent });
const Report = z.discriminatedUnion('eventType', [Bounce, Complaint, Reject, Failure]);

/** The address is on the account-level suppression list. */
const onList = 'OnAccountSuppressionList';

/** Reports that are not complaints: an email reported as spam by mistake, and one whose signature failed. */
const harmless: ReadonlySet<string> = new Set(['not-spam', 'auth-failure']);

/**
 * A report from SES. Null for SES's test message and for kinds that were not requested. Throws if it can't be read.
 * Recipients are the addresses to which the email was sent; each email has one. A forwarded email may bounce from an
 * unknown address.
 */
export function readSesReport(text: string): MailReport | null {
  if (!text.startsWith('{')) return null;
  const json: unknown = JSON.parse(text);
  const type: unknown = Reflect.get(Object(json), 'eventType');
  if (!['Bounce', 'Complaint', 'Reject', 'Rendering Failure'].includes(String(type))) return null;
  const report = z.parse(Report, json);
  const { timestamp: sentAt, destination, tags } = report.mail;
  const common = {
    recipients: destination.map(bareAddress),
    sentAt,
    template: tags?.['template']?.[0] ?? null,
  };
  switch (report.eventType) {
    case 'Bounce': {
      const { bounceType, bounceSubType: cause, timestamp: at } = report.bounce;
      if (cause === onList) return { ...common, kind: 'withheld', at, cause };
      return { ...common, kind: bounceType === 'Permanent' ? 'bounced' : 'delayed', at, cause };
    }
    case 'Complaint': {
      const { timestamp: at, complaintSubType, complaintFeedbackType } = report.complaint;
      const cause = complaintFeedbackType ?? null;
      if (complaintSubType === onList) return { ...common, kind: 'withheld', at, cause: onList };
      if (cause !== null && harmless.has(cause)) return null;
      return { ...common, kind: 'complained', at, cause };
    }
    case 'Reject':
    case 'Rendering Failure':
      return { ...common, kind: 'rejected', at: sentAt, cause: report.eventType };
  }
}

/** Strips the display name: `Ada <ada@x.example>` becomes `ada@x.example`. */
function bareAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim();
}
