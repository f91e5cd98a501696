import type {
  DeadLetterQueue,
  OutboxQueue,
  WorkflowName,
} from '../../shared/kernel/domain/outbox-queue.ts';
import type { Purpose } from '../release/released-entries.ts';

/** How soon someone must act. */
export const severities = ['now', 'today', 'this week'] as const;
type Severity = (typeof severities)[number];

/** Who gets an alarm: the person on call, or the ticket queue. */
export type Urgency = 'page' | 'ticket';

/** The text of an alarm's notification, and of "Who is affected" on its page in docs/runbook. */
interface Article {
  /** If several alarms share the page: severities by the end of their names. Alarms not listed are `now`. */
  readonly act: Severity | Readonly<Record<string, Severity>>;
  /** Who is affected, and how. If several alarms share the page: by the end of their names. */
  readonly impact: string | Readonly<Record<string, string>>;
}

const givenUp: Readonly<Record<DeadLetterQueue, string>> = {
  mail: 'Someone waits for an email that we no longer try to send, such as a sign-in code.',
  'gateway-keys':
    'No one is affected yet. An API key shares its limits with other keys, or a revoked API key still has a gateway key.',
  workflows: 'An applicant waits: a submission, decision or payment is not processed.',
  webhooks: 'Integrators are notified late. A schedule tries their endpoints again every minute.',
  logouts: 'Someone signed out, but an application still treats them as signed in.',
  sandbox: 'Someone who tests the service gets no report of a test payment.',
  unrouted:
    'Someone waits for the result of an event that the service could not read or does not know.',
};

const forgotten = Object.fromEntries(
  Object.entries(givenUp).map(([queue, text]) => [
    queue,
    `${text} The event is deleted in twelve days.`,
  ]),
);

const late: Readonly<Record<OutboxQueue, string>> = {
  mail: 'Everyone who waits for email. Sign-in codes arrive too late to be useful.',
  'gateway-keys': 'No one is affected yet. New keys share their limits with other keys for longer.',
  workflows: 'Applicants. Reviews, decisions and certificates start more than ten minutes late.',
  webhooks: 'Integrators are notified more than ten minutes late.',
  logouts: 'Applications are notified of sign-outs more than ten minutes late.',
  sandbox: 'Test payments are reported more than ten minutes late.',
};

const failing: Readonly<Record<OutboxQueue, string>> = {
  mail: 'Someone waits for an email, such as a sign-in code. All email may be affected.',
  'gateway-keys':
    'No one is affected yet. An API key shares its limits with other keys, or a revoked API key still has a gateway key.',
  workflows: 'Applicants. A review, decision or certificate does not start.',
  webhooks: 'Integrators are not notified of events. The fault is ours, not their receivers’.',
  logouts: 'Applications are not notified of sign-outs. The fault is ours, not their receivers’.',
  sandbox: 'Someone who tests the service gets no report of a test payment.',
};

const stuck: Readonly<Record<WorkflowName, string>> = {
  'review-dispatch': 'An applicant waits: their submission has no review.',
  'review-decision': "An applicant waits: a reviewer's decision has no effect.",
  'certificate-issuance': 'An applicant waits: a paid certificate is not issued.',
  migration:
    'No one is affected yet. A migration of stored data has stopped and must be started again.',
};

/** For queues with work that can wait. */
const canWait: Readonly<Record<string, Severity>> = { 'gateway-keys': 'today', sandbox: 'today' };

const newVersion: Readonly<
  Record<Purpose | `${'verify-rpn' | 'search' | 'authorizer'}-slow`, string>
> = {
  'verify-rpn': 'Integrators get 500 from verify_rpn when the newest version answers.',
  'verify-rpn-slow': 'Integrators wait for verify_rpn when the newest version answers.',
  search: 'Integrators get 500 from registry search when the newest version answers.',
  'search-slow': 'Integrators wait for registry search when the newest version answers.',
  token:
    'When the newest version answers, applications get no tokens and people can’t sign in to them.',
  authorizer:
    'Integrators get 500 from verify_rpn and registry search, with any key, when the newest version answers.',
  'authorizer-slow':
    'Integrators wait for verify_rpn and registry search when the newest version answers.',
  payments:
    'Someone who pays with a voucher gets 500 from the newest version. The payment may have been made.',
};

/** Every page of the runbook, by the alarm's name without `registry-<stage>-`. */
export const articles = {
  'api-errors': {
    act: 'now',
    impact:
      'Callers of the API. After a 500 the request may have been carried out. After a 503 it was not. Each write is one transaction, so nothing is half done. If the caller repeats the request with the same Idempotency-Key, it takes effect once.',
  },
  'authorizer-errors': {
    act: 'now',
    impact:
      'Integrators. Calls of verify_rpn and registry search get 500, with any key. Other routes are not affected.',
  },
  'new-version': { act: 'now', impact: newVersion },
  probe: {
    act: 'now',
    impact:
      'Integrators get no answer from verify_rpn at its public address, or the probe itself fails.',
  },
  'function-throttles': {
    act: 'now',
    impact:
      'Callers. Their calls fail or wait, because the limit of concurrent functions is reached.',
  },
  'table-throttles': {
    act: 'now',
    impact: 'Everyone. Calls are slow. Some calls get 503: they changed nothing.',
  },
  'failing-events': { act: canWait, impact: failing },
  'queue-delay': { act: canWait, impact: late },
  'outbox-delay': {
    act: 'now',
    impact:
      'Everyone. Email, reviews, certificates and webhooks start more than five minutes late. After 24 hours events are lost.',
  },
  'stream-stopped': {
    act: { evidence: 'today' },
    impact: {
      outbox:
        'Everyone. No email, review, certificate or webhook starts. After 24 hours events are lost.',
      evidence:
        'No one is affected yet. Changes are not copied. After 24 hours they can no longer be copied.',
    },
  },
  'signing-keys': {
    act: 'today',
    impact:
      'No one is affected yet, because the previous key still signs. After a first deployment there is no previous key, and no one can sign in to applications.',
  },
  'audit-trail-changed': {
    act: 'now',
    impact:
      'Everyone named in the changed entries. Someone changed or removed audit entries outside the service. The signed copies still have the original entries.',
  },
  'mail-bounces': {
    act: 'now',
    impact:
      'Everyone, soon. At 10% SES may stop all email of the account. Then no one can sign in.',
  },
  'mail-complaints': {
    act: 'now',
    impact:
      'Everyone, soon. At five complaints in a thousand emails SES may stop all email of the account.',
  },
  'dead-letters': { act: 'today', impact: givenUp },
  'old-dead-letters': { act: 'today', impact: forgotten },
  'stuck-workflow': { act: 'today', impact: stuck },
  'slow-answers': {
    act: 'today',
    impact: {
      lookups: 'Integrators wait for verify_rpn and registry search, often while a customer waits.',
      reads: 'Integrators wait when their programs read data.',
      writes:
        'Integrators wait for applications, payments and filings, and may give up before the answer.',
      pages: 'People wait for pages of the portal, of sign-in and of certificates.',
    },
  },
  'rate-limited-calls': {
    act: 'today',
    impact: 'Integrators. A fifth of all calls gets 429.',
  },
  'rejected-emails': {
    act: 'today',
    impact:
      'The recipient of the email: it is not sent again. If SES refuses all email, no one can sign in.',
  },
  'undeliverable-emails': {
    act: 'today',
    impact:
      'One person, who gets no more email and can’t sign in. The sign-in page does not say so.',
  },
  'withheld-emails': {
    act: 'today',
    impact:
      'One person, who waits for an email such as a sign-in code. The sign-in page does not say so.',
  },
  'lost-mail-reports': {
    act: 'today',
    impact:
      'No one is affected yet. We may email a dead address again, which harms our reputation with SES.',
  },
  'lost-upload-scans': {
    act: 'today',
    impact: 'A reviewer or partner waits for a file. No one can open it before its scan.',
  },
  'unsettled-payments': {
    act: 'today',
    impact:
      'A payer who paid twice, paid another amount, or paid for something that no longer exists. The registry refunds nothing automatically.',
  },
  'lost-payment-reports': {
    act: 'today',
    impact: 'Payers. Their payments were recorded 15 minutes late or more. Nothing is lost.',
  },
  'unanswered-payments': {
    act: 'today',
    impact: 'Someone may have paid without the registry knowing.',
  },
  'payment-differences': {
    act: 'today',
    impact:
      'Someone may have something that they have not paid for. The registry reverses nothing automatically.',
  },
  'waiting-payment-cases': {
    act: 'today',
    impact:
      'Someone has waited three days for their money, or has something that they have not paid for.',
  },
  'waiting-reviews': {
    act: 'today',
    impact: 'Someone has waited a week for a decision.',
  },
  'webhooks-late': {
    act: 'today',
    impact:
      'Integrators. New webhooks are sent, and failed ones are tried again for some minutes. Later attempts are made only after the repair. Nothing is lost.',
  },
  'event-feeds-failed': {
    act: 'today',
    impact:
      'Readers of one event feed, and receivers of its webhooks. Other feeds work. Nothing is lost.',
  },
  'term-notices-failed': {
    act: 'today',
    impact:
      'Residents, partners and representatives are not notified that a residency ends. The next run sends the latest notice that is due.',
  },
  'email-changes-failed': {
    act: 'today',
    impact:
      'A person whose lost-mailbox case is approved. The address does not change, and the account remains suspended.',
  },
  'evidence-delay': {
    act: 'today',
    impact:
      'No one is affected yet. A restore now would lose the changes of the last minutes. Changes that are not copied within 24 hours are never copied.',
  },
  'evidence-lost': {
    act: 'today',
    impact:
      'No one is affected yet. Some changes were never copied. A later restore would lose these changes.',
  },
  'evidence-unsigned': {
    act: 'today',
    impact:
      'No one is affected yet. The copies of one day are not signed. One possible reason: a copy was changed.',
  },
  'backup-failed': {
    act: 'today',
    impact:
      'No one is affected yet. If the Region failed now, the changes since the last backup would be lost.',
  },
  'backup-missing': {
    act: 'today',
    impact:
      'No one is affected yet. If the Region failed now, the changes since the last copied backup would be lost.',
  },
  'snapshot-errors': {
    act: 'today',
    impact:
      'Integrators, soon. Search takes longer to start, because it must read all changes since the last snapshot.',
  },
  'statements-missing': {
    act: 'this week',
    impact: 'No one is affected yet. Missing or returned money at that provider goes unnoticed.',
  },
  'payment-checks-failed': {
    act: 'this week',
    impact:
      'No one is affected yet. The function asks providers for payments whose report was lost. Until it runs again, the invoices of these payments remain open.',
  },
  'gateway-keys-full': {
    act: 'this week',
    impact:
      'No one is affected yet. API keys without a gateway key work, but share one limit: the setting `throttle`.',
  },
  'gateway-keys-near-full': {
    act: 'this week',
    impact: 'No one is affected yet. The account has 80% of the gateway keys that AWS allows.',
  },
  'gateway-key-checks-failed': {
    act: 'this week',
    impact:
      'No one is affected yet. If someone deletes a gateway key, calls with its API key get 500 until the next hourly comparison.',
  },
  unmeasured: {
    act: 'this week',
    impact:
      'No one is affected yet. We can’t see how many reviews are waiting, and no alarm would report a backlog.',
  },
  'search-near-limit': {
    act: 'this week',
    impact:
      'No one is affected yet. The registry approaches the number of names that the search can hold in memory.',
  },
} as const satisfies Readonly<Record<string, Article>>;
export type ArticleName = keyof typeof articles;

/** The text of an alarm's notification. Throws if the article does not list the alarm. */
export function descriptionOf(runbook: ArticleName, which: string | undefined): string {
  const { impact }: Article = articles[runbook];
  const text = typeof impact === 'string' ? impact : impact[which ?? ''];
  if (text === undefined) throw new Error(`${runbook}: nobody says who is affected by ${which}`);
  return `${text} Act ${severityOf(runbook, which)}. Runbook: docs/runbook/${runbook}.md`;
}

/** How soon someone must act on an alarm. */
export function severityOf(runbook: ArticleName, which: string | undefined): Severity {
  const { act }: Article = articles[runbook];
  return typeof act === 'string' ? act : (act[which ?? ''] ?? 'now');
}

/** The topic that an alarm is published to. Alarms that need action now are pages. */
export function urgencyOf(runbook: ArticleName, which: string | undefined): Urgency {
  return severityOf(runbook, which) === 'now' ? 'page' : 'ticket';
}
