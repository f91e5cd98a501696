import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { tableSchema } from '../../shared/kernel/db/schema.ts';
import { type AlarmOf, period } from './alarm.ts';

/** What the table refuses for its load. */
export function dataAlarms(table: ITableV2): readonly AlarmOf[] {
  return [
    {
      id: 'TableThrottles',
      metric: throttles(table),
      threshold: 10,
      runbook: 'table-throttles',
    },
  ];
}

/** Reads and writes that were turned away, of the table and of each index: six metrics, and ten are allowed. */
function throttles(table: ITableV2): IMetric {
  const places = [undefined, ...tableSchema.indexes.map(({ name }) => name)];
  const metrics = places.flatMap((index) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => {
      const dimensionsMap = {
        TableName: table.tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      };
      return new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap,
        period,
        statistic: 'Sum',
      });
    }),
  );
  const named = metrics.map((metric, place): [string, IMetric] => [`m${place}`, metric]);
  return new MathExpression({
    // A metric without a value at that time would leave the sum without one as well.
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
