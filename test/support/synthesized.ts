import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Tests ask for warnings; they need not be printed as well. An empty text is false. */
const quiet = { '@aws-cdk/core:annotationsInValidationReport': '' };

/** The outputs of both stacks, what is warned of, and whether each may be deleted by mistake. */
export function synthesizedStacks(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
) {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-synth-'));
  try {
    const code = (entry: string) => Code.fromInline(entry);
    const { data, service } = registryApp({
      routes,
      code,
      outdir,
      context: { ...quiet, ...context },
    });
    const of = (stack: typeof data | typeof service) => {
      const outputs: Readonly<Record<string, { readonly Value: unknown }>> =
        Template.fromStack(stack).toJSON()['Outputs'];
      return {
        protected: stack.terminationProtection,
        outputs: Object.keys(outputs),
        values: Object.fromEntries(Object.entries(outputs).map(([id, { Value }]) => [id, Value])),
        warnings: Annotations.fromStack(stack)
          .findWarning('*', Match.anyValue())
          .map(({ entry }) => String(entry.data)),
      };
    };
    return { data: of(data), service: of(service) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Both stacks for these routes as deployed, except that a function's code is only its entry's name. */
export function synthesize(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
): { readonly data: Resources; readonly service: Resources } {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-synth-'));
  try {
    const code = (entry: string) => Code.fromInline(entry);
    const { data, service } = registryApp({
      routes,
      code,
      outdir,
      context: { ...quiet, ...context },
    });
    return { data: resourcesOf(data), service: resourcesOf(service) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function resourcesOf(stack: Parameters<typeof Template.fromStack>[0]): Resources {
  // CloudFormation's own form of a template, which CDK declares as any.
  return Template.fromStack(stack).toJSON()['Resources'] as Resources;
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
    .replace(/\{"Fn::GetAtt":\["([^"]*)","Arn"\]\}/g, '<$1>')
    .replace(/\{"Ref":"([^"]*)"\}/g, '<$1>')
    .replaceAll(/[",]/g, '');
}

function imported(name: string): string {
  if (name.includes('StreamArn')) return 'stream';
  const [, queue] = /OutboxQueues([a-z]+)[0-9A-F]{8}/.exec(name) ?? [];
  if (queue !== undefined) return `queue ${queue}`;
  if (name.includes('Seal')) return 'seal';
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
