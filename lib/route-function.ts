import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { uploadFolders } from '../shared/documents/domain/upload-scan.ts';
import { streamReaderNames } from '../shared/kernel/domain/maintenance.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { searchNodeOptions } from '../shared/registry/domain/search-settings.ts';
import type { StaffPasskeys } from '../shared/staff/domain/staff-rights.ts';
import { rowStatements } from './function-access.ts';
import type { OutboxQueues } from './outbox-queues.ts';
import type { Payments } from './payments.ts';
import { reviewTextsFile } from './review-texts.ts';
import type { SearchAccess } from './search-stack.ts';
import { type FunctionSettings, fileLayer, ServiceFunction } from './service-function.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface RouteFunctionProps {
  readonly entry: string;
  /** The rows of the route table that the function serves. */
  readonly rows: readonly Route[];
  readonly settings: FunctionSettings;
  readonly documentsBucket: string;
  readonly payments: Payments;
  readonly signingKeys: SigningKeys;
  /** Seals browser tokens. */
  readonly seal: ISecret;
  /** Addresses of the reviewers, separated by commas. */
  readonly reviewers: string;
  /** Whether staff decisions need a passkey. */
  readonly staffPasskeys: StaffPasskeys;
  /** The host that passkeys belong to, if the service has its own address. */
  readonly passkeyRpId?: string | undefined;
  /** How many people approve a type of case, as JSON. */
  readonly approvals: string;
  /** Which actions need a second operator, as JSON. */
  readonly operatorApprovals: string;
  /** Ids of the APIs, integrators' first. One of them is created after its functions. */
  readonly restApiIds: readonly string[];
  readonly reservedConcurrency: number | undefined;
  /** The queues of the outbox. */
  readonly queues: OutboxQueues;
  /** Whether uploads are scanned. */
  readonly malwareScan: boolean;
  /** Queries the database in which the registry is searched. */
  readonly search?: SearchAccess | undefined;
}

/** The function of one or more rows of the route table, with everything they need. */
export class RouteFunction extends ServiceFunction {
  constructor(scope: Construct, props: RouteFunctionProps) {
    const { entry, rows, settings, documentsBucket, payments, signingKeys, seal, reviewers } =
      props;
    const { restApiIds, reservedConcurrency, queues, passkeyRpId, approvals, operatorApprovals } =
      props;
    const searches = rows.some((row) => row.searches);
    const search = searches && props.search?.isSearched ? props.search : undefined;
    const looksAfter = rows.some((row) => row.deadLetters);
    const pays = rows.some((row) => row.payments);
    const signs = rows.some((row) => row.signs);
    const seals = rows.some((row) => row.seals);
    const switches = rows.some((row) => row.switches);
    const typesets = rows.some((row) => row.typesets);
    const { REGISTRY_NAME } = settings.issuerFacts;
    const reviewTexts = rows.some((row) => row.reviewTexts) ? settings.reviewTexts : undefined;
    super(scope, {
      entry,
      description: descriptionOf(rows),
      settings,
      reservedConcurrency,
      typesets,
      memorySize: searches || typesets ? wholeProcessor : undefined,
      statements: [
        ...rowStatements(settings.isSandbox ? rows : rows.map(withoutPlayMoney), settings.arns),
        ...(pays ? payments.statements : []),
        ...(signs ? signingKeys.statements : []),
        ...(seals
          ? [
              new PolicyStatement({
                actions: ['secretsmanager:GetSecretValue'],
                resources: [seal.secretArn],
              }),
            ]
          : []),
        ...(switches ? switchStatements(scope, restApiIds, settings.stage) : []),
        ...(looksAfter ? queues.careStatements : []),
        ...(search?.statements ?? []),
      ],
      environment: {
        ...(rows.some(({ documents }) => documents) && { DOCUMENTS_BUCKET: documentsBucket }),
        ...(props.malwareScan && rows.some(takesUploads) && { MALWARE_SCAN: 'true' }),
        ...(typesets && REGISTRY_NAME !== undefined && { REGISTRY_NAME }),
        ...(pays && payments.environment),
        ...(signs && signingKeys.environment),
        ...(switches && { REST_API_IDS: restApiIds.join(',') }),
        ...(looksAfter && {
          QUEUE_URLS: Stack.of(scope).toJsonString(queues.urls),
          DEAD_LETTER_URLS: Stack.of(scope).toJsonString(queues.deadLetterUrls),
        }),
        ...(seals && { SEAL_SECRET: seal.secretArn }),
        ...(passkeyRpId !== undefined &&
          rows.some((row) => row.passkeys) && { PASSKEY_RP_ID: passkeyRpId }),
        ...(rows.some((row) => row.reviewers) && {
          REVIEWERS: reviewers,
          STAFF_PASSKEYS: props.staffPasskeys,
        }),
        ...(searches && { NODE_OPTIONS: searchNodeOptions }),
        ...(reviewTexts && { REVIEW_TEXTS: `/opt/${reviewTextsFile}` }),
        ...(rows.some((row) => row.approvals) && { REVIEW_APPROVALS: approvals }),
        ...(rows.some((row) => row.operatorApprovals) && { OPERATOR_APPROVALS: operatorApprovals }),
        ...search?.environment,
      },
    });
    if (reviewTexts) {
      this.function.addLayers(fileLayer(Stack.of(this), 'ReviewTexts', reviewTexts));
    }
  }
}

/** Only a sandbox has a provider that writes such payments. */
function withoutPlayMoney(row: Route): Route {
  const put = row.writes?.put?.filter((kind) => kind !== 'sandboxPayment');
  return put ? { ...row, writes: { ...row.writes, put } } : row;
}

/** Whether users upload files with this row. */
function takesUploads({ documents }: Route): boolean {
  return uploadFolders.some((folder) => documents?.put?.includes(folder));
}

/**
 * Memory in MB that comes with a whole vCPU. For functions that search the whole registry, because they read it at
 * start, and for functions that typeset a PDF while someone waits.
 */
const wholeProcessor = 1_769;

/** Lambda allows 256 characters; the template has one of these for each function. */
function descriptionOf([first, ...others]: readonly Route[]): string {
  const row = first === undefined ? '' : `${first.method} ${first.path}`;
  return (others.length === 0 ? row : `${row} and ${others.length} more`).slice(0, 256);
}

/**
 * Allows reading and updating the stages (IAM has no action for only their variables), and seeing and switching the
 * stream's event source mappings, but no others.
 */
function switchStatements(
  scope: Construct,
  restApiIds: readonly string[],
  stage: string,
): readonly PolicyStatement[] {
  const { partition, region, account } = Stack.of(scope);
  const lambda = `arn:${partition}:lambda:${region}:${account}`;
  return [
    new PolicyStatement({
      actions: ['apigateway:GET', 'apigateway:PATCH'],
      resources: restApiIds.map(
        (id) => `arn:${partition}:apigateway:${region}::/restapis/${id}/stages/${stage}`,
      ),
    }),
    new PolicyStatement({ actions: ['lambda:ListEventSourceMappings'], resources: ['*'] }),
    new PolicyStatement({
      actions: ['lambda:UpdateEventSourceMapping'],
      resources: [`${lambda}:event-source-mapping:*`],
      conditions: {
        ArnEquals: {
          'lambda:FunctionArn': streamReaderNames(stage).map(
            (name) => `${lambda}:function:${name}`,
          ),
        },
      },
    }),
  ];
}
