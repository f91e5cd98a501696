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
  /** The metric is a percentile, which is meaningless for a handful of calls. */
  readonly percentile?: boolean;
  /** Its page, `docs/runbook/<name>.md`. */
  readonly runbook: ArticleName;
  /** What it does while nothing is measured: nothing, unless set. */
  readonly silence?: 'rings';
  /** Trials of new versions that it ends. */
  readonly ends?: readonly LambdaDeploymentGroup[];
  /** Which of several alarms with one page it is; a part of its name. */
  readonly which?: string;
}

/** The default period of alarms. */
export const period = Duration.minutes(5);
