import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { tableSchema } from '../../shared/kernel/db/schema.ts';
import { type AlarmOf, period } from './alarm.ts';

/** Alarms for requests that the table throttles. */
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

/** Throttled reads and writes of the table and of each index: six metrics; an alarm may have ten. */
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
    // If one metric has no value at that time, the sum would have none either.
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
