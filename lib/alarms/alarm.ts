import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { ArticleName } from './articles.ts';

/** An alarm, which rings at or above its threshold. `articles` says who is affected. */
export interface AlarmOf {
  readonly id: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many periods in a row must exceed the threshold; 1 unless set. */
  readonly evaluationPeriods?: number;
  /** The metric is a percentile, which means nothing for a handful of calls. */
  readonly percentile?: boolean;
  /** Its runbook page, `docs/runbook/<name>.md`. */
  readonly runbook: ArticleName;
  /** What the alarm does without data: nothing, unless set. */
  readonly silence?: 'rings';
  /** Trials of new versions that this alarm stops. */
  readonly ends?: readonly LambdaDeploymentGroup[];
  /** Distinguishes alarms that share a page; part of the alarm's name. */
  readonly which?: string;
}

/** The default period of alarms. */
export const period = Duration.minutes(5);
