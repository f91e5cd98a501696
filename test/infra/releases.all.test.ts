import { describe, expect, it } from 'vitest';
import { isHandedOver } from '../../shared/kernel/http/operator-paths.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  allowed,
  entryNamed,
  entryOf,
  functionOf,
  ofType,
  only,
  type Resource,
  type Resources,
  synthesize,
} from '../support/synthesized.ts';

const context = { stage: 'prod', baseUrl: 'https://registry.example' };
const { service } = synthesize(routes, context);

const released = [
  'functions/amendments/pay-voucher.ts',
  'functions/applications/pay-voucher.ts',
  'functions/certificates/pay-voucher.ts',
  'functions/gateway/authorize.ts',
  'functions/oauth/token.ts',
  'functions/partner/write.ts',
  'functions/registry/search.ts',
  'functions/registry/verify-rpn.ts',
];

/** An alias with everything that the canary of its version needs. */
interface Release {
  readonly id: string;
  readonly alias: Resource;
  readonly entry: string;
  readonly functionId: string;
  readonly versionId: string;
  readonly groupId: string;
  readonly group: Resource['Properties'];
  readonly alarms: readonly Resource['Properties'][];
}

function releasesOf(resources: Resources): readonly Release[] {
  return Object.entries(ofType(resources, 'AWS::Lambda::Alias')).map(([id, alias]) => {
    const functionId = alias.Properties.FunctionName.Ref;
    const groupId = Reflect.get(alias, 'UpdatePolicy').CodeDeployLambdaAliasUpdate
      .DeploymentGroupName.Ref;
    const group = resources[groupId]?.Properties;
    const alarms = (group.AlarmConfiguration.Alarms ?? []).map(
      ({ Name }: { Name: { Ref: string } }) => resources[Name.Ref]?.Properties,
    );
    const [versionId] = alias.Properties.FunctionVersion['Fn::GetAtt'];
    const entry = entryOf(resources, functionId);
    return { id, alias, entry, functionId, versionId, groupId, group, alarms };
  });
}

const releases = releasesOf(service);
const uriOf = (uri: unknown) => {
  const [, name = '', alias] =
    /:function:([\w-]+)(?::(\w+))?\/invocations/.exec(JSON.stringify(uri)) ?? [];
  return [entryNamed(service, name), alias];
};

describe('new versions of a function', () => {
  it('are released gradually for frequent integrator calls and for payments', () => {
    expect(releases.map(({ entry }) => entry).toSorted()).toEqual(released);
    const versions = Object.keys(ofType(service, 'AWS::Lambda::Version'));
    expect(releases.map(({ versionId }) => versionId).toSorted()).toEqual(versions.toSorted());
  });

  it('get a tenth of the calls for five minutes, and are rolled back if an alarm goes off', () => {
    for (const { alias, group, alarms } of releases) {
      expect(alias.Properties.Name).toBe('live');
      expect(group.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(group.DeploymentStyle).toEqual({
        DeploymentType: 'BLUE_GREEN',
        DeploymentOption: 'WITH_TRAFFIC_CONTROL',
      });
      expect(group.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      expect(group.AlarmConfiguration.Enabled).toBe(true);
      expect(alarms.length).toBeGreaterThan(0);
    }
  });

  it('have alarms for crashes and 500 answers of that version only', () => {
    for (const { entry, functionId, versionId, alarms } of releases) {
      const version = { 'Fn::GetAtt': [versionId, 'Version'] };
      const looked = alarms.flatMap(({ Metrics = [] }) =>
        Metrics.flatMap(({ MetricStat }: Resource['Properties']) =>
          MetricStat === undefined ? [] : [MetricStat.Metric],
        ),
      );
      expect(looked, entry).toContainEqual({
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Dimensions: [
          { Name: 'ExecutedVersion', Value: version },
          { Name: 'FunctionName', Value: { Ref: functionId } },
          { Name: 'Resource', Value: { 'Fn::Join': ['', [{ Ref: functionId }, ':live']] } },
        ],
      });
      expect(looked, entry).toContainEqual({
        Namespace: 'Registry/prod',
        MetricName: 'Failures',
        Dimensions: [
          { Name: 'Function', Value: { Ref: functionId } },
          { Name: 'Version', Value: version },
        ],
      });
    }
  });

  it('are rolled back at the first failed payment, otherwise at the second failure; lookups also if slow', () => {
    const thresholds = Object.fromEntries(
      releases.flatMap(({ alarms }) =>
        alarms.map(({ AlarmName, Threshold }) => [
          AlarmName.replace('registry-prod-', ''),
          Threshold,
        ]),
      ),
    );
    expect(thresholds).toEqual({
      'new-version-authorizer': 2,
      'new-version-authorizer-slow': 1000,
      'new-version-payments': 1,
      'new-version-search': 2,
      'new-version-search-slow': 2000,
      'new-version-token': 2,
      'new-version-verify-rpn': 2,
      'new-version-verify-rpn-slow': 1000,
    });
  });

  it('are deployed after their groups and alarms, and before the API', () => {
    const stage = only(service, 'AWS::ApiGateway::Stage');
    for (const { id, alias, groupId } of releases) {
      expect(alias.DependsOn).toContain(groupId);
      expect(stage.DependsOn).toContain(id);
    }
  });

  it('are retained when the next one is deployed, unless their own deployment fails', () => {
    for (const { versionId } of releases) {
      expect(service[versionId]?.DeletionPolicy).toBe('RetainExceptOnCreate');
    }
  });

  it('are published only for functions that have changed', () => {
    const changed = releasesOf(synthesize(routes, { ...context, tokenAudience: 'others' }).service);
    const before = new Set(releases.map(({ versionId }) => versionId));
    const published = changed.filter(({ versionId }) => !before.has(versionId));
    // Every function of the service gets the audience.
    expect(published).toHaveLength(releases.length);
    // Only functions that charge fees get them.
    const paying = releasesOf(
      synthesize(routes, { ...context, fees: '{"legal_entity_application":100}' }).service,
    );
    const others = paying.filter(({ versionId }) => before.has(versionId));
    expect(others.map(({ entry }) => entry).toSorted()).toEqual([
      'functions/gateway/authorize.ts',
      'functions/registry/search.ts',
      'functions/registry/verify-rpn.ts',
    ]);
  });
});

describe('the API', () => {
  const { Body } = only(service, 'AWS::ApiGateway::RestApi').Properties;

  it('calls these functions by alias, and all others directly', () => {
    for (const { method, path, entry } of routes.filter((row) => !isHandedOver(row))) {
      const { uri } = Body.paths[path][method.toLowerCase()]['x-amazon-apigateway-integration'];
      expect(uriOf(uri)).toEqual([entry, released.includes(entry) ? 'live' : undefined]);
    }
    const { usagePlan } = Body.components.securitySchemes;
    expect(uriOf(usagePlan['x-amazon-apigateway-authorizer'].authorizerUri)).toEqual([
      'functions/gateway/authorize.ts',
      'live',
    ]);
  });

  it('may call them with and without alias, so that a deployment can switch between the two', () => {
    const policies = Object.values(ofType(service, 'AWS::IAM::ManagedPolicy'));
    const targets = policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .flatMap(({ Resource }) => Resource)
      .map((arn) => /:function:([\w-]+(?::live)?)/.exec(JSON.stringify(arn))?.[1] ?? '');
    const named = Object.values(ofType(service, 'AWS::Lambda::Function'))
      .filter(({ Properties }) => released.includes(Properties.Code.ZipFile))
      .map(({ Properties }) => Properties.FunctionName);
    expect(named).toHaveLength(released.length);
    for (const name of named) {
      expect(targets).toContain(name);
      expect(targets).toContain(`${name}:live`);
    }
  });
});

describe('CodeDeploy', () => {
  it('may only move these aliases and read alarms', () => {
    const roles = new Set(releases.map(({ group }) => group.ServiceRoleArn['Fn::GetAtt'][0]));
    expect(roles.size).toBe(1);
    const permissions = allowed(service[[...roles][0]]);
    expect([...new Set(permissions.map(({ action }) => action))].toSorted()).toEqual([
      'cloudwatch:DescribeAlarms',
      'lambda:GetAlias',
      'lambda:GetProvisionedConcurrencyConfig',
      'lambda:InvokeFunction',
      'lambda:UpdateAlias',
    ]);
    expect(
      permissions
        .filter(({ action }) => action === 'lambda:InvokeFunction')
        .map(({ resource }) => entryNamed(service, /function:([\w-]+)/.exec(resource)?.[1] ?? '')),
    ).toEqual(['functions/release/try-versions.ts']);
    const names = permissions
      .filter(({ action }) => action === 'lambda:UpdateAlias')
      .map(({ resource }) => entryNamed(service, /function:([\w-]+)/.exec(resource)?.[1] ?? ''));
    expect([...new Set(names)].toSorted()).toEqual(released);
  });
});

describe('the trial before a new version gets calls', () => {
  const [id, { Properties }] = functionOf(service, 'functions/release/try-versions.ts');

  it('is run by a function that CodeDeploy calls, and which is deployed before the alias', () => {
    for (const { alias } of releases) {
      const { BeforeAllowTrafficHook } = Reflect.get(
        alias,
        'UpdatePolicy',
      ).CodeDeployLambdaAliasUpdate;
      expect(BeforeAllowTrafficHook).toEqual({ Ref: id });
      expect(alias.DependsOn).toContain(id);
    }
    const text = JSON.stringify(Properties.Environment.Variables.CANDIDATES);
    for (const { versionId } of releases) expect(text).toContain(`{"Ref":"${versionId}"}`);
    for (const path of ['/api/v1/verify_rpn', '/api/oauth/token']) expect(text).toContain(path);
  });

  it('may call only these versions and report only on their deployments', () => {
    const permissions = allowed(service[Properties.Role['Fn::GetAtt'][0]]).filter(
      ({ action }) => !action.startsWith('logs:'),
    );
    const of = (action: string) =>
      permissions.filter((each) => each.action === action).map(({ resource }) => resource);
    expect(new Set(permissions.map(({ action }) => action))).toEqual(
      new Set(['lambda:InvokeFunction', 'codedeploy:PutLifecycleEventHookExecutionStatus']),
    );
    const called = of('lambda:InvokeFunction').map((resource) =>
      entryNamed(service, /function:([\w-]+):\*/.exec(resource)?.[1] ?? ''),
    );
    expect(called.toSorted()).toEqual(released);
    const groups = releases.map(({ group }) => group.DeploymentGroupName);
    const going = of('codedeploy:PutLifecycleEventHookExecutionStatus').map(
      (resource) => /registry-prod\/([\w-]+)/.exec(resource)?.[1] ?? '',
    );
    expect(going.toSorted()).toEqual(groups.toSorted());
  });
});

describe('a deployment', () => {
  it('switches all functions immediately if asked to, whatever the alarms', () => {
    const urgent = releasesOf(synthesize(routes, { ...context, canary: 'all-at-once' }).service);
    expect(urgent).toHaveLength(released.length);
    for (const { alias, group } of urgent) {
      expect(group.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(group.AlarmConfiguration.Enabled).toBe(false);
      const { CodeDeployLambdaAliasUpdate } = Reflect.get(alias, 'UpdatePolicy');
      expect(CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook).toBeUndefined();
    }
  });

  it('has no aliases in dev, or if they are switched off', () => {
    for (const others of [{}, { ...context, canary: 'false' }]) {
      const types = new Set(
        Object.values(synthesize(routes, others).service).map(({ Type }) => Type),
      );
      expect(types).not.toContain('AWS::Lambda::Alias');
      expect(types).not.toContain('AWS::CodeDeploy::DeploymentGroup');
    }
  });

  it('refuses invalid values, and canaries if functions find the API by its id', () => {
    expect(() => synthesize([], { ...context, canary: 'yes' })).toThrow('canary:');
    expect(() => synthesize([], { canary: 'true' })).toThrow('canary:');
  });
});
