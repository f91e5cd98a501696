import type { Resources } from './synthesized.ts';

/** A metric as CloudWatch identifies it: namespace, name, and dimensions with their values. */
export interface MetricRef {
  readonly namespace: string;
  readonly name: string;
  /** References within the template are in angle brackets. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** A metric in one line. */
export function lineOf({ namespace, name, dimensions }: MetricRef): string {
  const values = Object.entries(dimensions).map(([key, value]) => `${key}=${value}`);
  return [namespace, name, ...values.toSorted()].join(' ');
}

/** The metrics of alarms, by the alarm's name. */
export function metricsOfAlarms(resources: Resources): ReadonlyMap<string, readonly MetricRef[]> {
  const alarms = Object.values(resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  return new Map(
    alarms.map(({ Properties }) => {
      const { AlarmName, Metrics } = Properties;
      const stats = (Metrics ?? []).flatMap(
        ({ MetricStat }: { MetricStat?: { Metric: unknown } }) =>
          MetricStat === undefined ? [] : [MetricStat.Metric],
      );
      return [AlarmName, (Metrics === undefined ? [Properties] : stats).map(asRef)];
    }),
  );
}

function asRef({
  Namespace,
  MetricName,
  Dimensions = [],
}: {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}): MetricRef {
  const dimensions = Dimensions.map(({ Name, Value }) => [Name, placeOf(Value)]);
  return { namespace: Namespace, name: MetricName, dimensions: Object.fromEntries(dimensions) };
}

function placeOf(value: unknown): string {
  return typeof value === 'string' ? value : `<${JSON.stringify(value)}>`;
}

/** The metrics of each dashboard, by its name; CloudWatch's short forms are written out. */
export function metricsOfDashboards(
  resources: Resources,
): ReadonlyMap<string, readonly MetricRef[]> {
  const boards = Object.values(resources).filter(
    ({ Type }) => Type === 'AWS::CloudWatch::Dashboard',
  );
  return new Map(
    boards.map(({ Properties: { DashboardName, DashboardBody } }) => {
      const text: string =
        typeof DashboardBody === 'string'
          ? DashboardBody
          : DashboardBody['Fn::Join'][1]
              .map((part: unknown) =>
                typeof part === 'string' ? part : JSON.stringify(placeOf(part)).slice(1, -1),
              )
              .join('');
      const { widgets } = JSON.parse(text) as {
        readonly widgets: readonly { readonly properties: { readonly metrics?: readonly Row[] } }[];
      };
      return [
        DashboardName,
        widgets.flatMap(({ properties }) => writtenOut(properties.metrics ?? [])),
      ];
    }),
  );
}

/**
 * `[namespace, name, dimension, value, …, options?]`, or `[options]` of an expression; `.` repeats
 * the value above.
 */
type Row = readonly (string | object)[];

function writtenOut(rows: readonly Row[]): readonly MetricRef[] {
  return rows.flatMap((row) => {
    const words = row.filter((word) => typeof word === 'string');
    if (words.some((word) => word === '.' || word === '...')) throw new Error('a short form');
    const [namespace, name, ...pairs] = words;
    if (namespace === undefined || name === undefined) return [];
    const dimensions: Record<string, string> = {};
    for (let at = 0; at < pairs.length; at += 2)
      dimensions[String(pairs[at])] = String(pairs[at + 1]);
    return [{ namespace, name, dimensions }];
  });
}
