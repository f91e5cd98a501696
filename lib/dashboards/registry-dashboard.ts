import { Duration } from 'aws-cdk-lib';
import { type IWidget, MathExpression, SingleValueWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metrics } from '../../shared/kernel/domain/metric.ts';
import { type Product, products } from '../../shared/kernel/domain/product.ts';
import { type Emitted, emittedMetric } from '../alarms/emitted-metric.ts';
import { measuringPeriod } from '../alarms/registry-alarms.ts';
import { graph } from './graph.ts';

type State = (typeof metrics.Cases.dimensions.State)[number];

/** The states that a kind of case comes into; it has no others. */
export const statesOf: Readonly<Record<Product, readonly State[]>> = {
  legal_entity_application: ['created', 'paid', 'submitted', 'approved', 'rejected', 'stuck'],
  amendment: ['created', 'paid', 'submitted', 'approved', 'rejected', 'stuck'],
  certificate_request: [
    'created',
    'paid',
    'submitted',
    'approved',
    'issued',
    'rejected',
    'cancelled',
    'stuck',
  ],
  residency_application: ['created', 'paid', 'submitted', 'approved', 'rejected', 'stuck'],
};

const names: Readonly<Record<Product, string>> = {
  legal_entity_application: 'Applications for an LLC',
  amendment: 'Amendments',
  certificate_request: 'Certificates of Good Standing',
  residency_application: 'Residency applications',
};

const hourly = { period: Duration.hours(1) };

/** What the registry does: what is applied for, decided, issued and paid, who waits, and who signs in. */
export function registryDashboard(stage: string): readonly (readonly IWidget[])[] {
  const counted = (emitted: Emitted, label: string) =>
    emittedMetric(stage, emitted, { ...hourly, label });
  const byOutcome = <N extends 'UnsettledPayments' | 'PaymentQuestions' | 'SignIns'>(metric: N) =>
    metrics[metric].dimensions.Outcome.map((Outcome) =>
      // The outcome is one of this metric's own.
      counted({ metric, dimensions: { Outcome } } as Emitted, Outcome.replace('_', ' ')),
    );
  const waiting = products.map((Subject) =>
    emittedMetric(
      stage,
      { metric: 'PendingReviews', dimensions: { Subject } },
      { statistic: 'Maximum', period: measuringPeriod, label: names[Subject] },
    ),
  );
  return [
    [
      new SingleValueWidget({
        title: 'Reviews that wait',
        metrics: waiting,
        width: 16,
        height: 4,
        setPeriodToTimeRange: false,
      }),
      new SingleValueWidget({
        title: 'The oldest has waited, hours',
        metrics: [hoursWaited(stage)],
        width: 8,
        height: 4,
      }),
    ],
    [
      graph('Reviews that wait', waiting, true),
      graph('The oldest has waited, hours', [hoursWaited(stage)]),
      graph('Money that settled nothing', byOutcome('UnsettledPayments')),
    ],
    ...[products.slice(0, 2), products.slice(2)].map((two) =>
      two.map((Subject) =>
        graph(
          `${names[Subject]}, an hour`,
          statesOf[Subject].map((State) =>
            counted({ metric: 'Cases', dimensions: { Subject, State } }, State),
          ),
        ),
      ),
    ),
    [
      graph('Payments asked for, an hour', byOutcome('PaymentQuestions')),
      graph('Sign-ins, an hour', byOutcome('SignIns')),
      graph('Given out, an hour', [
        counted({ metric: 'ResidenciesGranted' }, 'residencies'),
        counted({ metric: 'VisitorPassApplications' }, 'applications for visitor passes'),
        counted({ metric: 'KeysIssued', dimensions: { Kind: 'personal' } }, 'personal keys'),
        counted({ metric: 'KeysIssued', dimensions: { Kind: 'partner' } }, 'Partner Keys'),
      ]),
    ],
  ];
}

function hoursWaited(stage: string): MathExpression {
  const metric: MetricName = 'OldestPendingReview';
  return new MathExpression({
    expression: 'oldest / 3600',
    usingMetrics: {
      oldest: emittedMetric(stage, { metric }, { statistic: 'Maximum', period: measuringPeriod }),
    },
    label: 'hours',
    period: measuringPeriod,
  });
}
