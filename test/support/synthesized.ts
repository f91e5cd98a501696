import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { registryApp } from '../../lib/registry-app.ts';
import type { Route } from '../../shared/kernel/http/route.ts';

/** A resource of a template, as CloudFormation gets it. */
export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template has no types; assertions compare its values.
  readonly Properties: any;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export type Resources = Readonly<Record<string, Resource>>;

export type StackName = 'data' | 'logs' | 'service' | 'monitoring';

/** Tests ask for warnings; they need not be printed as well. An empty text is false. */
const quiet = { '@aws-cdk/core:annotationsInValidationReport': '' };

interface Output {
  readonly Value: unknown;
  readonly Export?: { readonly Name: string };
}

/** The outputs of the stacks, in which order they are deployed, what is warned of, and whether each may be deleted by mistake. */
export function synthesizedStacks(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
) {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-synth-'));
  try {
    const code = (entry: string) => Code.fromInline(entry);
    const stacks = registryApp({
      routes,
      code,
      outdir,
      context: { ...quiet, ...context },
    });
    const of = (stack: Stack) => {
      const outputs: Readonly<Record<string, Output>> =
        Template.fromStack(stack).toJSON()['Outputs'] ?? {};
      return {
        protected: stack.terminationProtection,
        outputs: Object.keys(outputs),
        exports: Object.values(outputs).flatMap(({ Export }) => (Export ? [Export.Name] : [])),
        after: stack.dependencies.map(({ artifactId }) => artifactId),
        values: Object.fromEntries(Object.entries(outputs).map(([id, { Value }]) => [id, Value])),
        warnings: Annotations.fromStack(stack)
          .findWarning('*', Match.anyValue())
          .map(({ entry }) => String(entry.data)),
      };
    };
    const { data, logs, service, monitoring } = stacks;
    return { data: of(data), logs: of(logs), service: of(service), monitoring: of(monitoring) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** The resources of the stacks for these routes as deployed, except that a function's code is only its entry's name. */
export function synthesize(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
): Readonly<Record<StackName, Resources>> {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-synth-'));
  try {
    const code = (entry: string) => Code.fromInline(entry);
    const { data, logs, service, monitoring } = registryApp({
      routes,
      code,
      outdir,
      context: { ...quiet, ...context },
    });
    return {
      data: resourcesOf(data),
      logs: resourcesOf(logs),
      service: resourcesOf(service),
      monitoring: resourcesOf(monitoring),
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function resourcesOf(stack: Stack): Resources {
  // CloudFormation's own form of a template, which CDK declares as any.
  return Template.fromStack(stack).toJSON()['Resources'] as Resources;
}

/** The alarms of all stacks. */
export function alarmsOf({ service, monitoring }: Readonly<Record<StackName, Resources>>) {
  return [service, monitoring].flatMap((each) =>
    Object.values(ofType(each, 'AWS::CloudWatch::Alarm')),
  );
}

/** The log group to which something writes that calls it by this name. */
export function logGroupNamed(logs: Resources, name: string): Resource | undefined {
  const groups = Object.values(ofType(logs, 'AWS::Logs::LogGroup'));
  return groups.find(({ Properties }) => Properties.LogGroupName === name);
}

export function ofType(resources: Resources, type: string): Resources {
  return Object.fromEntries(
    Object.entries(resources).filter(([, resource]) => resource.Type === type),
  );
}

/** The resource of a type of which there is one. */
export function only(resources: Resources, type: string): Resource {
  const [found, ...others] = Object.values(ofType(resources, type));
  if (!found || others.length > 0) throw new Error(`not exactly one ${type}`);
  return found;
}

/** The entry whose function has this logical id. */
export function entryOf(resources: Resources, logicalId: string): string {
  return resources[logicalId]?.Properties.Code.ZipFile;
}

/** The entry of the function that is deployed under this name. */
export function entryNamed(resources: Resources, name: string): string {
  const functions = Object.values(ofType(resources, 'AWS::Lambda::Function'));
  const found = functions.find(({ Properties }) => Properties.FunctionName === name);
  return found?.Properties.Code.ZipFile ?? `no function is called ${name}`;
}

/** The function of an entry, and its logical id. */
export function functionOf(resources: Resources, entry: string): readonly [string, Resource] {
  const found = Object.entries(ofType(resources, 'AWS::Lambda::Function')).find(
    ([id]) => entryOf(resources, id) === entry,
  );
  if (!found) throw new Error(`no function for ${entry}`);
  return found;
}

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** What a role's policies allow, one line per action: the action, its resource, its condition. */
export function allowed(role: Resource | undefined) {
  const policies: readonly { PolicyDocument: { Statement: readonly Statement[] } }[] =
    role?.Properties.Policies ?? [];
  return policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource, Condition }) =>
      [Action].flat().flatMap((action) =>
        [Resource].flat().map((resource) => ({
          action,
          resource: place(resource),
          ...(Condition !== undefined && { condition: Condition }),
        })),
      ),
    );
}

/** A resource of a statement in one line: what it refers to is in angle brackets. */
function place(resource: unknown): string {
  return JSON.stringify(resource)
    .replace(/\{"Fn::Join":\["",\[(.*)\]\]\}/, '$1')
    .replace(/\{"Fn::ImportValue":"([^"]*)"\}/g, (_, name: string) => `<${imported(name)}>`)
    .replace(/\{"Fn::Sub":"([^"]*)"\}/g, (_, text: string) =>
      text.replaceAll(/\$\{([^}]*)\}/g, '<$1>'),
    )
    .replace(/\{"Fn::GetAtt":\["([^"]*)","Arn"\]\}/g, '<$1>')
    .replace(/\{"Ref":"([^"]*)"\}/g, '<$1>')
    .replaceAll(/[",]/g, '');
}

function imported(name: string): string {
  if (name.includes('StreamArn')) return 'stream';
  const [, queue] = /OutboxQueues([a-z]+)[0-9A-F]{8}/.exec(name) ?? [];
  if (queue !== undefined) return `queue ${queue}`;
  if (name.includes('Seal')) return 'seal';
  if (name.includes('EvidenceVaultKey')) return 'signing key of evidence';
  if (name.includes('EvidenceVaultLost')) return 'lost evidence';
  if (name.includes('Evidence')) return 'vault';
  return name.includes('Table') ? 'table' : 'documents';
}

/** The schedules on which the function of this entry is called. */
export function schedulesOf(
  resources: Resources,
  entry: string,
): readonly Resource['Properties'][] {
  return Object.values(ofType(resources, 'AWS::Events::Rule'))
    .map(({ Properties }) => Properties)
    .filter(({ Targets }) =>
      Targets.some(
        ({ Arn }: { readonly Arn: { readonly 'Fn::GetAtt': readonly [string] } }) =>
          entryOf(resources, Arn['Fn::GetAtt'][0]) === entry,
      ),
    );
}
