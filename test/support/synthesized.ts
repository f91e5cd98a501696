import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { registryApp } from '../../lib/registry-app.ts';
import type { BuiltCode } from '../../lib/service-function.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes as tableRows } from '../../shared/service/routes/route-table.ts';
import { withFault } from './faults.ts';

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

const stackNames = [
  'data',
  'logs',
  'domain',
  'service',
  'schedules',
  'pages',
  'operators',
  'monitoring',
] as const;
export type StackName = (typeof stackNames)[number];

/**
 * Tests check warnings, so they are not printed. An empty text is false. The rest leaves out parts of the manifest that
 * no test reads: a sixth of the synthesis.
 */
const quiet = {
  '@aws-cdk/core:annotationsInValidationReport': '',
  '@aws-cdk/core:enableAdditionalMetadataCollection': '',
  'aws:cdk:disable-creation-stack-traces': 'true',
  'aws:cdk:disable-logicalId-metadata': 'true',
};

/** Settings that `prod` must have. */
export const allNo = {
  webAcl: 'false',
  malwareScan: 'false',
  backupCopyRegion: 'false',
  retention: 'false',
  accountConcurrency: 'false',
  budgetUsd: 'false',
  alarmPage: 'false',
  alarmTicket: 'false',
};

interface Output {
  readonly Value: unknown;
  readonly Export?: { readonly Name: string };
}

interface Synthesized {
  readonly resources: Resources;
  readonly outputs: Readonly<Record<string, Output>>;
  readonly protected: boolean;
  readonly after: readonly string[];
  readonly warnings: readonly string[];
}

/** Without a domain there is no domain stack. */
const noStack: Synthesized = {
  resources: {},
  outputs: {},
  protected: false,
  after: [],
  warnings: [],
};

/** The stacks' outputs, deployment order and warnings, and whether each is protected from deletion. */
export function synthesizedStacks(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
) {
  const of = ({ outputs, resources: _, ...stack }: Synthesized) => ({
    ...stack,
    outputs: Object.keys(outputs),
    exports: Object.values(outputs).flatMap(({ Export }) => (Export ? [Export.Name] : [])),
    values: Object.fromEntries(Object.entries(outputs).map(([id, { Value }]) => [id, Value])),
  });
  return mapStacks(stacksOf(routes, context), of);
}

function mapStacks<A, B>(
  stacks: Readonly<Record<StackName, A>>,
  map: (each: A) => B,
): Readonly<Record<StackName, B>> {
  const mapped = stackNames.map((name) => [name, map(stacks[name])]);
  // Object.fromEntries loses the names' type.
  return Object.fromEntries(mapped) as Readonly<Record<StackName, B>>;
}

/** The resources of each stack for these routes as deployed, except that a function's code is only its entry's name. */
export function synthesizeEach(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
): Readonly<Record<StackName, Resources>> {
  return mapStacks(stacksOf(routes, context), ({ resources }) => resources);
}

/**
 * The same; `service` also includes its domain, schedules, pages and operators, for checks that do not depend on the
 * stack.
 */
export function synthesize(
  routes: readonly Route[],
  context: Readonly<Record<string, string>> = {},
): Readonly<Record<Exclude<StackName, 'domain' | 'schedules' | 'pages' | 'operators'>, Resources>> {
  const { domain, schedules, pages, operators, service, ...others } = synthesizeEach(
    routes,
    context,
  );
  return { ...others, service: { ...domain, ...service, ...schedules, ...pages, ...operators } };
}

/**
 * All stacks. Those that were synthesized from the same rows and settings before are read again: in
 * this process or, if all rows are the route table's own, in any process of a test run.
 */
function stacksOf(
  routes: readonly Route[],
  context: Readonly<Record<string, string>>,
): Readonly<Record<StackName, Synthesized>> {
  const settings = JSON.stringify(Object.entries(context).toSorted());
  const name = `${routes.map(nameOf).join()} ${settings}`;
  const text = known.get(name) ?? ofOtherProcess(name, routes) ?? newlySynthesized(routes, context);
  if (!known.has(name)) keep(name, text, routes);
  // Written by `newlySynthesized`, here or in another process of this run.
  return withFault(JSON.parse(text) as Readonly<Record<StackName, Synthesized>>);
}

const known = new Map<string, string>();
const names = new Map<Route, string>(tableRows.map((row) => [row, row.operationId]));

/** A name for this row: its own if it is in the route table, otherwise one that only this process uses. */
function nameOf(row: Route): string {
  const name = names.get(row) ?? `#${names.size}`;
  names.set(row, name);
  return name;
}

function ofOtherProcess(name: string, routes: readonly Route[]): string | undefined {
  const file = sharedFile(name, routes);
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function keep(name: string, text: string, routes: readonly Route[]): void {
  known.set(name, text);
  const file = sharedFile(name, routes);
  if (file === undefined || existsSync(file)) return;
  // Renamed when it is complete, because another process may look for it in the meantime.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** The file that all processes of a test run share; undefined without a run, and for rows of this process only. */
function sharedFile(name: string, routes: readonly Route[]): string | undefined {
  const { SYNTHESIZED_TEMPLATES: directory } = process.env;
  if (directory === undefined || routes.some((row) => nameOf(row).startsWith('#')))
    return undefined;
  return join(directory, createHash('sha256').update(name).digest('hex'));
}

/** Code for templates that nobody deploys. A layer can't have inline code, so it gets any small folder. */
export const inlineCode: BuiltCode = {
  of: (entry) => Code.fromInline(entry),
  fonts: () => Code.fromAsset(fileURLToPath(new URL('../../stages', import.meta.url))),
};

function newlySynthesized(
  routes: readonly Route[],
  context: Readonly<Record<string, string>>,
): string {
  const outdir = mkdtempSync(join(tmpdir(), 'registry-synth-'));
  try {
    const stacks = registryApp({
      routes,
      code: inlineCode,
      outdir,
      // With all rows; a separate test checks that they are left out without it.
      context: {
        ...quiet,
        publicRegister: 'true',
        sandbox: 'true',
        ...(context['stage'] === 'prod' && allNo),
        ...context,
      },
    });
    const of = (stack: Stack | undefined): Synthesized => {
      if (stack === undefined) return noStack;
      // CloudFormation's own form of a template, which CDK declares as any.
      const { Resources = {}, Outputs = {} } = Template.fromStack(stack).toJSON();
      return {
        resources: Resources,
        outputs: Outputs,
        protected: stack.terminationProtection === true,
        after: stack.dependencies.map(({ artifactId }) => artifactId),
        warnings: warningsOf(stack),
      };
    };
    return JSON.stringify(mapStacks<Stack | undefined, Synthesized>(stacks, of));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** CDK's warnings. (`Annotations.fromStack` synthesizes again for each stack.) */
function warningsOf(stack: Stack): readonly string[] {
  const app = Stage.of(stack);
  if (app === undefined) throw new Error(`${stack.stackName} is part of no app`);
  return app
    .synth()
    .getStackArtifact(stack.artifactId)
    .messages.filter(({ level }) => level === SynthesisMessageLevel.WARNING)
    .map(({ entry }) => String(entry.data));
}

/** The alarms of all stacks. */
export function alarmsOf({
  service,
  monitoring,
}: Readonly<Record<'service' | 'monitoring', Resources>>) {
  return [service, monitoring].flatMap((each) =>
    Object.values(ofType(each, 'AWS::CloudWatch::Alarm')),
  );
}

/** The log group with this name, for a resource that refers to it. */
export function logGroupNamed(logs: Resources, name: string): Resource | undefined {
  const groups = Object.values(ofType(logs, 'AWS::Logs::LogGroup'));
  return groups.find(({ Properties }) => Properties.LogGroupName === name);
}

export function ofType(resources: Resources, type: string): Resources {
  return Object.fromEntries(
    Object.entries(resources).filter(([, resource]) => resource.Type === type),
  );
}

/** The only resource of a type. */
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

/** A resource of a statement in one line, with references in angle brackets. */
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
