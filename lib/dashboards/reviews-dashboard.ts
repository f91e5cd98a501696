import { Duration } from 'aws-cdk-lib';
import { type IWidget, MathExpression, SingleValueWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../shared/kernel/domain/metric.ts';
import { products } from '../../shared/kernel/domain/product.ts';
import { emittedMetric } from '../alarms/emitted-metric.ts';
import { measuringPeriod } from '../alarms/registry-alarms.ts';
import { graph } from './graph.ts';
import { productNames } from './registry-dashboard.ts';

/** Waiting reviews, and how long decisions take. */
export function reviewsDashboard(stage: string): readonly (readonly IWidget[])[] {
  const waiting = products.map((Subject) =>
    emittedMetric(
      stage,
      { metric: 'PendingReviews', dimensions: { Subject } },
      { statistic: 'Maximum', period: measuringPeriod, label: productNames[Subject] },
    ),
  );
  const waited = (statistic: string) =>
    products.map((Subject) => hoursOf(stage, Subject, statistic));
  return [
    [
      new SingleValueWidget({
        title: 'Pending reviews',
        metrics: waiting,
        width: 16,
        height: 4,
        setPeriodToTimeRange: false,
      }),
      new SingleValueWidget({
        title: 'Age of the oldest review, hours',
        metrics: [hoursWaited(stage)],
        width: 8,
        height: 4,
      }),
    ],
    [
      graph('Pending reviews', waiting, true),
      graph('Age of the oldest review, hours', [hoursWaited(stage)]),
    ],
    [
      graph('Median time to decision, hours', waited('p50')),
      graph('90th percentile of the time to decision, hours', waited('p90')),
    ],
  ];
}

function hoursOf(
  stage: string,
  Subject: (typeof products)[number],
  statistic: string,
): MathExpression {
  const period = Duration.days(1);
  return new MathExpression({
    expression: `${Subject} / 3600`,
    usingMetrics: {
      [Subject]: emittedMetric(
        stage,
        { metric: 'ReviewWait', dimensions: { Subject } },
        { statistic, period },
      ),
    },
    label: productNames[Subject],
    period,
  });
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
