import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { failureMetric } from '../../shared/web/http/count-failure.ts';
import type { Purpose } from '../release/released-entries.ts';
import { aliasName, type Release } from '../release/releases.ts';
import { type AlarmOf, period } from './alarm.ts';

export interface ReleaseAlarmsProps {
  readonly stage: string;
  /** Functions that are called through an alias; empty if new versions are not tried first. */
  readonly releases: readonly Release[];
}

/** The number of failures at which a version is rolled back. */
const thresholds: Readonly<Record<Purpose, number>> = {
  'verify-rpn': 2,
  search: 2,
  token: 2,
  authorizer: 2,
  payments: 1,
};

/** The limit for nine of ten calls of a new version, in milliseconds, without cold starts. */
const slow: Readonly<Partial<Record<Purpose, number>>> = {
  'verify-rpn': 1_000,
  search: 2_000,
  authorizer: 1_000,
};

/**
 * Alarms for the newest version of each function with an alias. They stop its trial, and also ring afterwards. They
 * watch only that version, so failures of the previous one do not block a fix. A five-minute alarm is evaluated every
 * minute over the last five minutes, so two failures of a trial are always added up.
 */
export function releaseAlarms({ stage, releases }: ReleaseAlarmsProps): readonly AlarmOf[] {
  return [...Map.groupBy(releases, ({ purpose }) => purpose)].flatMap(([purpose, each]) => {
    const ends = each.map(({ group }) => group);
    const milliseconds = slow[purpose];
    return [
      {
        id: `NewVersion-${purpose}`,
        metric: failures(stage, each),
        threshold: thresholds[purpose],
        runbook: 'new-version',
        which: purpose,
        ends,
      },
      ...each.flatMap((release): AlarmOf[] =>
        milliseconds === undefined
          ? []
          : [
              {
                id: `SlowVersion-${purpose}`,
                metric: ofVersion(release, 'Duration', 'p90'),
                threshold: milliseconds,
                percentile: true,
                runbook: 'new-version',
                which: `${purpose}-slow`,
                ends,
              },
            ],
      ),
    ];
  });
}

/** Calls in which a version crashed or timed out, and calls that it answered with 500. */
function failures(stage: string, releases: readonly Release[]): IMetric {
  const metrics = Object.fromEntries(
    releases.flatMap((release, index) => [
      [`errors${index}`, ofVersion(release, 'Errors', 'Sum')],
      [
        `failures${index}`,
        new Metric({
          ...failureMetric(stage, release.function.functionName, release.version.version),
          statistic: 'Sum',
          period,
        }),
      ],
    ]),
  );
  return new MathExpression({
    expression: Object.keys(metrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics: metrics,
    label: 'failures of the newest version',
    period,
  });
}

/** Lambda's metrics for one version behind the alias (the dimension ExecutedVersion is for weighted aliases). */
function ofVersion(
  { function: { functionName }, version }: Release,
  metricName: string,
  statistic: string,
) {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: {
      FunctionName: functionName,
      // By name: with a reference the alarm would depend on the alias, which depends on its alarm.
      Resource: `${functionName}:${aliasName}`,
      ExecutedVersion: version.version,
    },
    statistic,
    period,
  });
}
