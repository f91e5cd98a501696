import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArnFormat,
  CfnResource,
  Duration,
  Fn,
  RemovalPolicy,
  Stack,
  Stage,
  Validations,
} from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LayerVersion,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Branding } from '../shared/kernel/domain/branding.ts';
import type { DataNeeds } from '../shared/kernel/http/data-needs.ts';
import type { ReviewTexts } from '../shared/reviews/domain/review-texts.ts';
import { sandboxNeeds } from '../shared/service/routes/background.ts';
import { brandingFile } from './branding.ts';
import { bundlePath, fontLayer } from './bundle/function-entries.ts';
import type { DataArns } from './function-access.ts';
import type { LogsStack } from './logs-stack.ts';
import { reviewTextsFile } from './review-texts.ts';

/** The result of a build. */
export interface BuiltCode {
  /** The code of a function, by its entry file. */
  readonly of: (entry: string) => Code;
  /** The content of the layer with the fonts of documents. */
  readonly fonts: () => Code;
}

/** The code in the folder of a build (`bin/build.ts`). */
export function builtCode(folder: string): BuiltCode {
  return {
    of: (entry) => Code.fromAsset(join(folder, bundlePath(entry))),
    fonts: () => Code.fromAsset(join(folder, fontLayer)),
  };
}

/** What all functions of one deployment share. */
export interface FunctionSettings {
  readonly stage: string;
  /** Whether this is a sandbox. */
  readonly isSandbox: boolean;
  readonly code: BuiltCode;
  readonly arns: DataArns;
  /** Where the log groups are. */
  readonly logs: LogsStack;
  readonly environment: Readonly<Record<string, string>>;
  /** The environment of functions that also know the service's address: fees, currency, the jurisdiction. */
  readonly facts: Readonly<Record<string, string>>;
  /** The environment of functions that issue documents. */
  readonly issuerFacts: Readonly<Record<string, string>>;
  /** The jurisdiction's branding; absent: the default look. */
  readonly branding: Branding | undefined;
  /** Texts that reviewers choose from; absent: none. */
  readonly reviewTexts?: ReviewTexts | undefined;
}

/** Layers with a file that is too large for a variable. */
const layers = {
  Branding: [brandingFile, 'Crest, colours and address of the jurisdiction'],
  ReviewTexts: [reviewTextsFile, 'Texts that reviewers choose from'],
} as const;

/**
 * The layer with a jurisdiction's branding or review texts, for the functions of a stack. Each stack has its own:
 * changed content creates a new version, and a stack can't replace one that another imports.
 */
export function fileLayer(
  scope: Construct,
  id: keyof typeof layers,
  content: Branding | ReviewTexts,
): LayerVersion {
  const [file, description] = layers[id];
  return layerOf(scope, id, description, () => {
    const folder = join(Stage.of(scope)?.outdir ?? '.', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
    return Code.fromAsset(folder);
  });
}

/** A stack's layer with this id, which is created for its first function. */
function layerOf(
  scope: Construct,
  id: string,
  description: string,
  code: () => Code,
): LayerVersion {
  const made = scope.node.tryFindChild(id);
  if (made instanceof LayerVersion) return made;
  return new LayerVersion(scope, id, { description, code: code() });
}

/** Gives a function the deployment's names and address, because it creates links. */
export function setDeploymentFacts(
  linking: LambdaFunction,
  { facts, branding }: Pick<FunctionSettings, 'facts' | 'branding'>,
): void {
  for (const [name, value] of Object.entries(facts)) linking.addEnvironment(name, value);
  if (branding) linking.addLayers(fileLayer(Stack.of(linking), 'Branding', branding));
}

/**
 * Called more often than all others. Lambda writes no START, END and REPORT of their successful calls, which would cost
 * more than the functions' own lines. Failures to start and timeouts are still written.
 */
export const quietEntries: ReadonlySet<string> = new Set([
  'functions/gateway/authorize.ts',
  'functions/registry/verify-rpn.ts',
]);

/** What a function also needs in a sandbox. */
export function inSandbox(entry: string, { isSandbox }: FunctionSettings): readonly DataNeeds[] {
  const needs = sandboxNeeds[entry];
  return isSandbox && needs !== undefined ? [needs] : [];
}

export interface ServiceFunctionProps {
  readonly entry: string;
  readonly description: string;
  readonly settings: FunctionSettings;
  readonly statements: readonly PolicyStatement[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeout?: Duration;
  /** Whether it creates documents, which need the layer with fonts. */
  readonly typesets?: boolean;
  /** In megabytes; 512 unless set. Lambda gives a whole vCPU with 1,769. */
  readonly memorySize?: number | undefined;
  /** Concurrent executions reserved for it, which are also its maximum. */
  readonly reservedConcurrency?: number | undefined;
}

/** A function of the service in two resources, the function and its role; its log group is in the stack of logs. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  /**
   * Its ARN as a string. A resource that uses it does not depend on the function, so the API can name its functions and
   * the functions can know the API's address.
   */
  readonly arn: string;
  /** Its name in the account. */
  readonly deployedName: string;

  constructor(scope: Construct, props: ServiceFunctionProps) {
    const { entry, description, settings, statements, environment, timeout } = props;
    const { reservedConcurrency, typesets = false } = props;
    const name = functionName(entry);
    super(scope, name);

    const logGroup = settings.logs.ofFunction(this, name);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        function: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              // As one string: the template has one for each function.
              resources: [
                Fn.sub(
                  `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:${logGroup.logGroupName}:*`,
                ),
              ],
            }),
            ...statements,
          ],
        }),
      },
    });

    const deployedName = deployedNameOf(settings.stage, entry);
    this.deployedName = deployedName;
    this.arn = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: deployedName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.function = new LambdaFunction(this, 'Function', {
      functionName: deployedName,
      description,
      code: settings.code.of(entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize ?? 512,
      timeout: timeout ?? Duration.seconds(10), // API Gateway gives up at 29 s; callers should hear from us first.
      layers: [
        ...(settings.branding && environment?.['BRANDING'] !== undefined
          ? [fileLayer(Stack.of(this), 'Branding', settings.branding)]
          : []),
        ...(typesets
          ? [layerOf(Stack.of(this), 'Fonts', 'Fonts of documents', settings.code.fonts)]
          : []),
      ],
      ...(reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: reservedConcurrency,
      }),
      environment: { ...settings.environment, ...environment },
      logGroup,
      ...(quietEntries.has(entry) && {
        loggingFormat: LoggingFormat.JSON,
        systemLogLevelV2: SystemLogLevel.WARN,
        // Our own lines are JSON already; `LOG_LEVEL` decides about them.
        applicationLogLevelV2: ApplicationLogLevel.TRACE,
      }),
      // The policy above is complete: grants elsewhere must not widen it or add a resource.
      role: role.withoutPolicyUpdates(),
      // Published versions are kept so that you can roll back manually. The version of a failed
      // deployment is removed, because Lambda would not publish the same code again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    const { defaultChild } = this.function.node;
    // It already refers to its role; an explicit dependency would repeat that in the template for each function.
    if (CfnResource.isCfnResource(defaultChild)) defaultChild.addDeletionOverride('DependsOn');
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${logGroup.logGroupName}:*]`,
      reason: 'Lambda chooses the names of the streams of its log group.',
    });
  }
}

/** A function's name within the service: `functions/registry/search.ts` is `registry-search`. */
export function functionName(entry: string): string {
  return entry
    .replace(/^functions\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');
}

/** The name in the account, at most 64 characters. A longer one is cut and gets a digest. */
export function deployedNameOf(stage: string, entry: string): string {
  const full = `registry-${stage}-${functionName(entry)}`;
  if (full.length <= 64) return full;
  return `${full.slice(0, 55)}-${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}
