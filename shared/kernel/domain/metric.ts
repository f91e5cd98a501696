import { outboxQueues } from './outbox-queue.ts';
import { products } from './product.ts';

const outcomes = <const O extends readonly string[]>(...Outcome: O) => ({ Outcome });

/**
 * Every metric that functions emit, with its unit and the values of its dimensions. There are no others: CloudWatch
 * asks 0.30 USD a month for each combination that occurs, so none may depend on who calls, or on what they send.
 */
export const metrics = {
  /** How often something that is applied for came into a state. */
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
  /** How long the clock's write was on its way to a reader of the table's stream; every 15 minutes. */
  StreamDelay: { unit: 'Seconds', dimensions: { Reader: ['outbox', 'evidence'] } },
  /** How many reviews wait for a decision; measured every 15 minutes. */
  PendingReviews: { unit: 'Count', dimensions: { Subject: products } },
  /** How long a case had waited that was decided. */
  ReviewWait: { unit: 'Seconds', dimensions: { Subject: products } },
  /** How long the oldest of them has waited; 0 where none does. */
  OldestPendingReview: { unit: 'Seconds', dimensions: {} },
  ResidenciesGranted: { unit: 'Count', dimensions: {} },
  VisitorPassApplications: { unit: 'Count', dimensions: {} },
  KeysIssued: { unit: 'Count', dimensions: { Kind: ['personal', 'partner'] } },
  /** Money that settled no invoice. */
  UnsettledPayments: {
    unit: 'Count',
    dimensions: outcomes('duplicate', 'refused', 'unmatched'),
  },
  /** Results of asking providers for payments; `settled` are those whose report was lost. */
  PaymentQuestions: {
    unit: 'Count',
    dimensions: outcomes('settled', 'failed', 'given_up'),
  },
  /** In what a statement differed from what was settled; money that settled nothing is counted above. */
  PaymentDifferences: { unit: 'Count', dimensions: outcomes('missing', 'amount', 'returned') },
  /** How long the oldest case about money has waited; nothing if none does. */
  OldestPaymentCase: { unit: 'Seconds', dimensions: {} },
  /** How long ago the last day ended whose statement is read, of the provider that is furthest behind. */
  StatementsMissing: { unit: 'Seconds', dimensions: {} },
  /** Codes that were entered and passkeys that were used; `too_many` are sign-ins that could not begin. */
  SignIns: {
    unit: 'Count',
    dimensions: outcomes('signed_in', 'wrong_code', 'closed', 'too_many'),
  },
  /**
   * Emails that SES took, or refused permanently; those that came back, and those that were called spam; and those that
   * someone waits for, which were not sent because others came back.
   */
  Mails: {
    unit: 'Count',
    dimensions: outcomes(
      'sent',
      'rejected',
      'bounced_asked',
      'bounced_unasked',
      'complained',
      'withheld_asked',
    ),
  },
  /** Keys for which the account had no room at API Gateway. */
  KeysWithoutGatewayKey: { unit: 'Count', dimensions: {} },
  /** Keys that a comparison with API Gateway failed at; only where there are some. */
  KeyChecksFailed: { unit: 'Count', dimensions: {} },
  /**
   * Deliveries that failed for an event which had failed before for half a minute: SQS's own age of the oldest message
   * leaves out what was received three times.
   */
  UndeliveredEvents: { unit: 'Count', dimensions: { Queue: outboxQueues } },
  /** Names that the search must hold; counted with every snapshot of the registry. */
  RegistryNames: { unit: 'Count', dimensions: {} },
  /** All keys that API Gateway holds for the account, those of others included; counted every hour. */
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

/** A value for each dimension of a metric. */
type DimensionsOf<N extends MetricName> = {
  readonly [D in keyof Allowed<N>]: Allowed<N>[D] extends readonly (infer V)[] ? V : never;
};

/** One value of one metric. */
export type Measure = {
  readonly [N in MetricName]: {
    readonly metric: N;
    /** In the metric's unit. */
    readonly value: number;
  } & (keyof Allowed<N> extends never
    ? { readonly dimensions?: undefined }
    : { readonly dimensions: DimensionsOf<N> });
}[MetricName];

/** The namespace of all metrics of a stage: those of functions, and those that CloudWatch derives from log lines. */
export function metricNamespace(stage: string): string {
  return `Registry/${stage}`;
}
