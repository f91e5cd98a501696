import { CfnOutput, Fn, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { WorkflowName } from '../shared/kernel/domain/outbox-queue.ts';
import { startPageOf } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { authorizerNeeds } from '../shared/service/routes/background.ts';
import type { StaffPasskeys } from '../shared/staff/domain/staff-rights.ts';
import { alarmTopics } from './alarm-topics.ts';
import { alarmName, makeAlarm } from './alarms/make-alarm.ts';
import { releaseAlarms } from './alarms/release-alarms.ts';
import type { PartOfRoutes } from './api-parts.ts';
import type { DataStack } from './data-stack.ts';
import type { DeploymentFacts } from './deployment-facts.ts';
import { edge } from './edge/edge.ts';
import type { EdgeSettings } from './edge/edge-settings.ts';
import { Evidence } from './evidence.ts';
import { kindStatements, tableRights } from './function-access.ts';
import { GatewayKeyReconciliation } from './gateway-key-reconciliation.ts';
import type { LogsStack } from './logs-stack.ts';
import { Mail } from './mail.ts';
import { MailReports } from './mail-reports.ts';
import { formatSender, type MailSettings } from './mail-settings.ts';
import type { WatchedService } from './monitoring-stack.ts';
import { Outbox } from './outbox.ts';
import { exportOf, type PasskeySettings } from './passkey-settings.ts';
import { type PaymentSettings, Payments } from './payments.ts';
import { RegistryApi } from './registry-api.ts';
import { releasedEntries } from './release/released-entries.ts';
import { type Canary, type Release, Releases } from './release/releases.ts';
import { type RouteFunctionsProps, routeFunctions } from './route-functions.ts';
import type { SearchAccess } from './search-stack.ts';
import {
  type BuiltCode,
  deployedNameOf,
  type FunctionSettings,
  ServiceFunction,
  setDeploymentFacts,
} from './service-function.ts';
import { SigningKeys } from './signing-keys.ts';
import { UploadScans } from './upload-scans.ts';
import { sharedGatewayKeys, UsagePlans, usagePlanStack } from './usage-plans.ts';
import { Workflow } from './workflow.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: string;
  /** The address of the service if the API has its own domain. */
  readonly baseUrl?: string | undefined;
  /** Facts of the deployment that functions read from their environment: fees, currency, names. */
  readonly deployment: DeploymentFacts;
  /**
   * Sender of all email, and the addresses, separated by commas, of people who review and are notified of new reviews.
   */
  readonly mail: MailSettings;
  /** How many people approve a type of case, as JSON. */
  readonly approvals: string;
  /** Which actions need a second operator, as JSON. */
  readonly operatorApprovals: string;
  readonly payments: PaymentSettings;
  /** Whether this is a sandbox. */
  readonly isSandbox: boolean;
  /** Whether this stack sets the account's role for API Gateway's logs. */
  readonly apiLogRole: boolean;
  /** How new versions of some functions come into use; undefined without aliases. */
  readonly canary?: Canary | undefined;
  readonly edge: EdgeSettings;
  /** Reserved concurrency, by the functions' files. */
  readonly reservations: ReadonlyMap<string, number>;
  readonly routes: readonly Route[];
  /** The integrators' part. */
  readonly of: PartOfRoutes;
  readonly code: BuiltCode;
  readonly data: DataStack;
  readonly logs: LogsStack;
  /** Queries the database in which the registry is searched; undefined if that is memory. */
  readonly search?: SearchAccess | undefined;
  /** Whether staff decisions need a passkey. */
  readonly staffPasskeys: StaffPasskeys;
  /** Whether uploads are scanned before anyone opens them. */
  readonly malwareScan: boolean;
  /** Absent: passkeys belong to the host at which functions are called. */
  readonly passkeys?: PasskeySettings | undefined;
}

export const authorizerEntry = 'functions/gateway/authorize.ts';

/** The integrators' API, and all background work. The stack can be destroyed and built again. */
export class ServiceStack extends Stack {
  /** The metrics that alarms and dashboards use. */
  readonly watched: WatchedService;
  readonly api: SpecRestApi;
  /** Where the service is reached. */
  readonly address: string;
  /** The properties that functions of other stacks share. */
  readonly functionProps: RouteFunctionsProps;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);
    const { stage, baseUrl, deployment, mail, routes, code, data, logs, canary } = props;
    const { passkeys } = props;
    const { table, documents, documentsArn } = data;
    this.addStackDependency(data);
    this.addStackDependency(logs);
    const settings: FunctionSettings = {
      stage,
      isSandbox: props.isSandbox,
      code,
      logs,
      arns: { table: data.tableArn, documents: documentsArn, tableRights: tableRights(this.node) },
      environment: {
        TABLE_NAME: data.tableName,
        STAGE: stage,
        LOG_LEVEL: stage === 'dev' ? 'DEBUG' : 'INFO',
        ...(props.edge.trustedProxies && { TRUSTED_PROXIES: props.edge.trustedProxies }),
        ...(props.isSandbox && { SANDBOX: 'true' }),
        ...deployment.ofAll,
      },
      facts: deployment.ofService,
      issuerFacts: deployment.ofIssuers,
      branding: deployment.branding,
      reviewTexts: deployment.reviewTexts,
    };

    const payments = new Payments(this, props.payments);
    const signingKeys = new SigningKeys(this, { settings, secret: data.signingKeys });
    this.functionProps = {
      settings,
      documentsBucket: documents.bucketName,
      payments,
      signingKeys,
      seal: data.seal,
      reviewers: mail.reviewers,
      staffPasskeys: props.staffPasskeys,
      passkeyRpId: passkeys && Fn.importValue(exportOf(data.stackName, passkeys.rpId).name),
      approvals: props.approvals,
      operatorApprovals: props.operatorApprovals,
      reservations: props.reservations,
      queues: data.outbox,
      search: props.search,
      malwareScan: props.malwareScan,
    };
    const own = routeFunctions(this, props.of.functions, [], this.functionProps);
    const functions = new Map<string, ServiceFunction>(own.byEntry);
    const sharedKeys = sharedGatewayKeys(stage);
    const authorizer = new ServiceFunction(this, {
      entry: authorizerEntry,
      description: 'Finds the gateway key of a call, for the usage plans',
      settings,
      reservedConcurrency: props.reservations.get(authorizerEntry),
      statements: kindStatements(authorizerNeeds, settings.arns),
      environment: {
        ANONYMOUS_GATEWAY_KEY: sharedKeys.anonymous,
        OVERFLOW_GATEWAY_KEY: sharedKeys.overflow,
        USAGE_PLAN_STACK: usagePlanStack,
      },
    });
    functions.set(authorizerEntry, authorizer);
    const released = releasedEntries(routes, authorizerEntry);
    const releases =
      canary === undefined
        ? []
        : new Releases(this, { stage, canary, settings, released, functions }).releases;

    const { oneApi, operatorNetworks } = props.edge;
    // No API accepts operators' calls from other networks.
    const open = operatorNetworks ? routes.filter((row) => row.auth.scheme !== 'operator') : routes;
    const answered = oneApi ? open : props.of.routes;
    const startPage = startPageOf(routes);
    const entries = [...answered, ...(startPage ? [startPage] : [])].map(({ entry }) => entry);
    const { api } = new RegistryApi(this, {
      stage,
      logs,
      part: 'public',
      routes: answered,
      startPage,
      throttle: props.edge.throttle.public,
      functionNames: new Map(
        [...entries, authorizerEntry].map((entry) => [entry, deployedNameOf(stage, entry)]),
      ),
      // Functions that read the API must know how it calls them. Without an own address they know the API's, so they
      // can't be created before it.
      waitsFor: baseUrl === undefined ? [] : own.finding,
      releases,
      authorizerEntry,
      apiLogRole: props.apiLogRole,
      isSandbox: props.isSandbox,
      disableExecuteApiEndpoint: props.edge.disableExecuteApiEndpoint,
    });
    this.api = api;
    this.address = baseUrl ?? api.url;
    edge(this, { stage, logs, api, of: props.of, settings: props.edge });
    const plans = new UsagePlans(this, { api, stage, ofStage: props.edge.throttle.public });
    const workflow = (name: WorkflowName) =>
      new Workflow(this, {
        name,
        settings,
        documentsBucket: documents.bucketName,
        baseUrl: this.address,
      }).stateMachine;
    const workflows = {
      'review-dispatch': workflow('review-dispatch'),
      'review-decision': workflow('review-decision'),
      'certificate-issuance': workflow('certificate-issuance'),
      migration: workflow('migration'),
    };
    const post = new Mail(this, { stage, from: mail.from, fromName: mail.fromName });
    const mailReports = new MailReports(this, {
      settings,
      configurationSets: post.configurationSets,
    });
    const outbox = new Outbox(this, {
      settings,
      table,
      queues: data.outbox,
      mail: post,
      reviewers: mail.reviewers,
      workflows,
      plans,
      seal: data.seal,
      signingKeys,
    });
    const { mail: mails, webhooks, logouts } = outbox.consumers;
    const sandbox = outbox.consumers.sandbox ? [outbox.consumers.sandbox] : [];
    for (const [name, value] of Object.entries(payments.sandboxEnvironment)) {
      for (const { function: playing } of sandbox) playing.addEnvironment(name, value);
    }
    own.exportAddress(this.address);
    authorizer.function.addEnvironment('BASE_URL', this.address);
    for (const { function: linked } of [mails, webhooks, logouts, ...sandbox]) {
      linked.addEnvironment('BASE_URL', this.address);
    }
    for (const { function: linked } of [mails, ...sandbox]) setDeploymentFacts(linked, settings);
    const reconciliation = new GatewayKeyReconciliation(this, { settings, plans });
    const evidence = new Evidence(this, {
      settings,
      table,
      vault: data.vault,
      vaultArn: data.vaultArn,
    });
    const uploadScans = props.malwareScan
      ? new UploadScans(this, { settings, documentsBucket: documents.bucketName })
      : undefined;
    this.watched = {
      alarmNames: trialAlarms(this, stage, releases),
      api,
      authorizer,
      router: outbox.router,
      consumers: outbox.consumers,
      rotation: signingKeys.rotation,
      evidence,
      reconciliation: reconciliation.function,
      mailReports,
      uploadScans,
    };

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
      reason:
        'Recipients are identities as well, in the sandbox of SES; the sender is a condition.',
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:event-source-mapping:*]',
      reason: 'Lambda chooses the ids of mappings; which functions they belong to is a condition.',
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'ListStreams, ListEventSourceMappings, DescribeAlarms and the delivery of logs have no resources to name; a test allows the star for these actions only.',
    });
    new CfnOutput(this, 'ApiUrl', {
      value: props.edge.disableExecuteApiEndpoint && baseUrl !== undefined ? baseUrl : api.url,
      description: 'URL of the stage',
    });
    new CfnOutput(this, 'ApiId', { value: api.restApiId, description: 'The API of integrators' });
    new CfnOutput(this, 'MailSender', {
      value: formatSender(mail),
      description: 'Sender of emails',
    });
    new CfnOutput(this, 'DocsUrl', {
      value: baseUrl === undefined ? `${api.url}docs` : `${baseUrl}/docs`,
      description: 'Documentation for integrators',
    });
  }
}

/**
 * Creates the alarms that stop the trial of a new version; all others are in the monitoring stack. Returns their names.
 */
function trialAlarms(stack: Stack, stage: string, releases: readonly Release[]): readonly string[] {
  const scope = new Construct(stack, 'Monitoring');
  const topics = alarmTopics(scope, stage);
  return releaseAlarms({ stage, releases }).map((each) => {
    makeAlarm(scope, { stage, topics }, each);
    return alarmName(stage, each);
  });
}
