import { Duration } from 'aws-cdk-lib';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import { type Product, products } from '../../shared/kernel/domain/product.ts';
import { type Emitted, emittedMetric } from '../alarms/emitted-metric.ts';
import { graph } from './graph.ts';

type State = (typeof metrics.Cases.dimensions.State)[number];

/** The states that each kind of case can have. */
const statesOf: Readonly<Record<Product, readonly State[]>> = {
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

export const productNames: Readonly<Record<Product, string>> = {
  legal_entity_application: 'Applications for an LLC',
  amendment: 'Amendments',
  certificate_request: 'Certificates of Good Standing',
  residency_application: 'Residency applications',
};

const hourly = { period: Duration.hours(1) };

/** Registry activity: applications, decisions, certificates, payments and sign-ins. */
export function registryDashboard(stage: string): readonly (readonly IWidget[])[] {
  const counted = (emitted: Emitted, label: string) =>
    emittedMetric(stage, emitted, { ...hourly, label });
  const byOutcome = <N extends 'UnsettledPayments' | 'PaymentChecks' | 'SignIns'>(metric: N) =>
    metrics[metric].dimensions.Outcome.map((Outcome) =>
      // Outcome is a dimension of this metric only.
      counted({ metric, dimensions: { Outcome } } as Emitted, Outcome.replace('_', ' ')),
    );
  return [
    ...[products.slice(0, 2), products.slice(2)].map((two) =>
      two.map((Subject) =>
        graph(
          `${productNames[Subject]}, an hour`,
          statesOf[Subject].map((State) =>
            counted({ metric: 'Cases', dimensions: { Subject, State } }, State),
          ),
        ),
      ),
    ),
    [
      graph('Payments that settled no invoice', byOutcome('UnsettledPayments')),
      graph('Payment status checks, an hour', byOutcome('PaymentChecks')),
      graph('Sign-ins, an hour', byOutcome('SignIns')),
    ],
    [
      graph('New residencies, passes and keys, an hour', [
        counted({ metric: 'ResidenciesGranted' }, 'residencies'),
        counted({ metric: 'VisitorPassApplications' }, 'applications for visitor passes'),
        counted({ metric: 'KeysIssued', dimensions: { Kind: 'personal' } }, 'personal keys'),
        counted({ metric: 'KeysIssued', dimensions: { Kind: 'partner' } }, 'Partner Keys'),
      ]),
    ],
  ];
}
