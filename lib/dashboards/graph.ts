import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** A third of a dashboard row: lines over time, starting at zero. */
export function graph(title: string, left: readonly IMetric[], stacked = false): GraphWidget {
  return new GraphWidget({
    title,
    left: [...left],
    stacked,
    width: 8,
    height: 6,
    leftYAxis: { min: 0, showUnits: false },
  });
}
