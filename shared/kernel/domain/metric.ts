import { outboxQueues } from './outbox-queue.ts';
import { products } from './product.ts';

const outcomes = <const O extends readonly string[]>(...Outcome: O) => ({ Outcome });

/**
 * Every metric that functions emit, with its unit and the values of its dimensions. There are no
 * others: CloudWatch charges 0.30 USD a month for each combination, so none may depend on callers
 * or their input.
 */
export const metrics = {
  /** The number of cases that reached a state. */
  Cases: {
    unit: 'Count',
    dimensions: {
      Subject: products,
      State: [
        'created',
        'paid',
        'submitted',
        'approved',
        'issued',
        'rejected',
        'cancelled',
        'stuck',
      ],
    },
  },
  /**
   * The delay of the clock's write in reaching a reader of the table's stream; every 15 minutes.
   */
  StreamDelay: { unit: 'Seconds', dimensions: { Reader: ['outbox', 'evidence'] } },
  /** The number of reviews waiting for a decision; measured every 15 minutes. */
  PendingReviews: { unit: 'Count', dimensions: { Subject: products } },
  /** How long a decided case had waited. */
  ReviewWait: { unit: 'Seconds', dimensions: { Subject: products } },
  /** How long the oldest pending review has waited; 0 if there is none. */
  OldestPendingReview: { unit: 'Seconds', dimensions: {} },
  ResidenciesGranted: { unit: 'Count', dimensions: {} },
  VisitorPassApplications: { unit: 'Count', dimensions: {} },
  KeysIssued: { unit: 'Count', dimensions: { Kind: ['personal', 'partner'] } },
  /** Payments that settled no invoice. */
  UnsettledPayments: {
    unit: 'Count',
    dimensions: outcomes('duplicate', 'refused', 'unmatched'),
  },
  /**
   * Results of checking payments with their provider; `settled` counts those whose report was lost.
   */
  PaymentChecks: {
    unit: 'Count',
    dimensions: outcomes('settled', 'failed', 'given_up'),
  },
  /**
   * Differences between a statement and the settled payments; payments that settled no invoice are
   * counted above.
   */
  PaymentDifferences: { unit: 'Count', dimensions: outcomes('missing', 'amount', 'returned') },
  /** How long the oldest payment case has waited; not emitted if there is none. */
  OldestPaymentCase: { unit: 'Seconds', dimensions: {} },
  /**
   * The time since the end of the last day with a statement, for the provider that is furthest
   * behind.
   */
  StatementsMissing: { unit: 'Seconds', dimensions: {} },
  /** Codes entered and passkeys used; `too_many` counts sign-ins that were refused at the start. */
  SignIns: {
    unit: 'Count',
    dimensions: outcomes('signed_in', 'wrong_code', 'closed', 'too_many'),
  },
  /**
   * Emails that SES accepted or permanently rejected, bounces, complaints, and requested emails that
   * were withheld because of earlier bounces.
   */
  Mails: {
    unit: 'Count',
    dimensions: outcomes(
      'sent',
      'rejected',
      'bounced_requested',
      'bounced_unrequested',
      'complained',
      'withheld_requested',
    ),
  },
  /** API keys without a gateway key because the account's quota was used up. */
  KeysWithoutGatewayKey: { unit: 'Count', dimensions: {} },
  /** Keys that failed in a comparison with API Gateway; emitted only if there are some. */
  KeyChecksFailed: { unit: 'Count', dimensions: {} },
  /**
   * Failed deliveries of events that had already failed for half a minute: SQS's age of the oldest
   * message excludes messages received three times.
   */
  UndeliveredEvents: { unit: 'Count', dimensions: { Queue: outboxQueues } },
  /** The number of names in the search; emitted with every snapshot of the registry. */
  RegistryNames: { unit: 'Count', dimensions: {} },
  /** All API Gateway keys in the account, including those of other stacks; emitted every hour. */
  GatewayKeysInAccount: { unit: 'Count', dimensions: {} },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly unit: 'Count' | 'Seconds';
      readonly dimensions: Readonly<Record<string, readonly string[]>>;
    }
  >
>;

export type MetricName = keyof typeof metrics;

type Allowed<N extends MetricName> = (typeof metrics)[N]['dimensions'];

type DimensionsOf<N extends MetricName> = {
  readonly [D in keyof Allowed<N>]: Allowed<N>[D] extends readonly (infer V)[] ? V : never;
};

export type Measure = {
  readonly [N in MetricName]: {
    readonly metric: N;
    /** In the metric's unit. */
    readonly value: number;
  } & (keyof Allowed<N> extends never
    ? { readonly dimensions?: undefined }
    : { readonly dimensions: DimensionsOf<N> });
}[MetricName];

/** The namespace of a stage's metrics, both those of functions and those derived from log lines. */
export function metricNamespace(stage: string): string {
  return `Registry/${stage}`;
}
