import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { isHandedOver } from '../shared/kernel/http/operator-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { RouteFunction, type RouteFunctionProps } from './route-function.ts';
import { setDeploymentFacts } from './service-function.ts';

/** The properties that the functions of all parts share. */
export interface RouteFunctionsProps
  extends Omit<RouteFunctionProps, 'entry' | 'rows' | 'reservedConcurrency' | 'restApiIds'> {
  /** Reserved concurrency, by the functions' files. */
  readonly reservations: ReadonlyMap<string, number>;
}

export interface RouteFunctions {
  readonly byEntry: ReadonlyMap<string, RouteFunction>;
  /** Functions that read the API's definition themselves. */
  readonly finding: readonly LambdaFunction[];
  /** Gives them the service's address, and what else links and errors need. */
  readonly exportAddress: (address: string) => void;
}

/** The functions of these rows, one for each entry. */
export function routeFunctions(
  scope: Construct,
  routes: readonly Route[],
  restApiIds: readonly string[],
  { reservations, ...props }: RouteFunctionsProps,
): RouteFunctions {
  const byEntry = new Map<string, RouteFunction>();
  const finding: LambdaFunction[] = [];
  const linking: LambdaFunction[] = [];
  for (const [entry, rows] of Map.groupBy(routes, (route) => route.entry)) {
    const reservedConcurrency = reservations.get(entry);
    const made = new RouteFunction(scope, {
      ...props,
      entry,
      rows,
      restApiIds,
      reservedConcurrency,
    });
    byEntry.set(entry, made);
    if (rows.some(({ service }) => service)) linking.push(made.function);
    if (rows.some(isHandedOver)) finding.push(made.function);
  }
  const exportAddress = (address: string) => {
    // Errors link to their documentation.
    for (const made of byEntry.values()) made.function.addEnvironment('BASE_URL', address);
    for (const made of linking) setDeploymentFacts(made, props.settings);
  };
  return { byEntry, finding, exportAddress };
}
