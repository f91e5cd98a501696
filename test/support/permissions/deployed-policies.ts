import { localAws } from '../../../local/engines/engine.ts';
import type { Route } from '../../../shared/kernel/http/route.ts';
import { routes as allRoutes } from '../../../shared/service/routes/route-table.ts';
import { entryOf, ofType, synthesize } from '../synthesized.ts';
import { bucketArn, type Policies, type Policy, tableArn } from './policies.ts';

/** The policies of every function, by its entry, from the template that would be deployed. */
export function deployedPolicies(routes: readonly Route[] = allRoutes): Policies {
  const { service } = synthesize(routes, {
    malwareScan: 'true',
    retention: '{"proofs":90}',
  });
  return Object.fromEntries(
    Object.entries(ofType(service, 'AWS::Lambda::Function')).map(([id, { Properties }]) => {
      const role = service[Properties.Role['Fn::GetAtt'][0]];
      const inline: readonly { PolicyDocument: unknown }[] = role?.Properties.Policies ?? [];
      // CloudFormation's functions are resolved, so this is a policy in IAM's own form.
      return [entryOf(service, id), inline.map((each) => resolved(each.PolicyDocument) as Policy)];
    }),
  );
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': localAws.region,
  'AWS::AccountId': localAws.account,
};

/** A part of a template as it is deployed to the account that the local engines stand for. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  switch (name) {
    case 'Ref':
      return pseudoParameters[argument] ?? otherArn(argument);
    case 'Fn::GetAtt':
      return otherArn(argument[0]);
    case 'Fn::ImportValue':
      return imported(argument);
    case 'Fn::Sub':
      return argument.replaceAll(
        /\$\{([^}]*)\}/g,
        (_: string, parameter: string) => pseudoParameters[parameter],
      );
    case 'Fn::Join':
      return [argument[1]].flatMap(resolved).join(argument[0]);
    default:
      return Object.fromEntries(entries.map(([key, each]) => [key, resolved(each)]));
  }
}

/** The data stack's exports: its table with the stream, its bucket, its secret. */
function imported(name: string): string {
  if (name.includes('StreamArn')) return `${tableArn}/stream/now`;
  if (name.includes('Table')) return tableArn;
  return name.includes('Documents') ? bucketArn : otherArn(name);
}

/** Anything that the tests' engines don't check. */
function otherArn(name: string): string {
  return `arn:aws:other:${localAws.region}:${localAws.account}:${name.replaceAll(':', '-')}`;
}
