import { describe, expect, it } from 'vitest';
import { managedRules } from '../../lib/edge/managed-rules.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import prod from '../../stages/prod.example.json' with { type: 'json' };
import {
  functionOf,
  logGroupNamed,
  ofType,
  only,
  type Resources,
  synthesize,
  synthesizedStacks,
  synthesizeEach,
} from '../support/synthesized.ts';

const few: readonly Route[] = routes.filter(({ path }) => path === '/health');
const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0f2d9a52-6b0e-4d58';
const domainName = 'registry.example';
const withCertificate = { domainName, certificateArn };
const zone = { hostedZoneId: 'Z0123456789', hostedZoneName: domainName };

/** No CBC suites and no RSA key exchange: FAPI 2.0, section 5.2.1. */
const tlsPolicy = {
  SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
  EndpointAccessMode: 'STRICT',
};

type Context = Readonly<Record<string, string>>;
const service = (context: Context) => synthesize(few, context).service;
const idOf = (resources: Resources, type: string) => Object.keys(ofType(resources, type))[0];
const typesIn = (resources: Resources) => new Set(Object.values(resources).map(({ Type }) => Type));

describe('without settings', () => {
  const resources = service({});

  it('there is nothing in front of the stage', () => {
    const types = [...typesIn(resources)].filter((type) =>
      /WAF|Budget|DomainName|BasePath|Certificate|Route53/.test(type),
    );
    expect(types).toEqual([]);
    const api = only(resources, 'AWS::ApiGateway::RestApi').Properties;
    expect(api).not.toHaveProperty('DisableExecuteApiEndpoint', true);
    expect(api).toMatchObject(tlsPolicy);
  });
});

// IPv6 as well, which has its own record.
const EndpointConfiguration = { Types: ['REGIONAL'], IpAddressType: 'dualstack' };

describe('a custom domain', () => {
  it('uses an existing certificate', () => {
    const resources = service(withCertificate);
    expect(only(resources, 'AWS::ApiGateway::DomainName').Properties).toMatchObject({
      DomainName: domainName,
      RegionalCertificateArn: certificateArn,
      EndpointConfiguration,
      ...tlsPolicy,
    });
    // API Gateway negotiates with the API's own policy, whatever the domain's policy is.
    expect(only(resources, 'AWS::ApiGateway::RestApi').Properties).toMatchObject({
      ...tlsPolicy,
      EndpointConfiguration,
    });
    expect(Object.keys(ofType(resources, 'AWS::ApiGateway::BasePathMapping'))).toHaveLength(1);
    expect(ofType(resources, 'AWS::Route53::RecordSet')).toEqual({});
    expect(ofType(resources, 'AWS::CertificateManager::Certificate')).toEqual({});
  });

  it('has its certificate and records in its own stack, which is deployed before the service', () => {
    const { domain: resources, ...others } = synthesizeEach(few, { domainName, ...zone });
    for (const stack of Object.values(others)) {
      expect([...typesIn(stack)].join()).not.toMatch(/DomainName|Certificate|Route53/);
    }
    const { domain, service: after } = synthesizedStacks(few, { domainName, ...zone });
    expect([domain.after, domain.exports]).toEqual([[], []]);
    expect(after.after).toContain('RegistryDomain');
    expect(synthesizedStacks(few, {}).domain.outputs).toEqual([]);
    expect(only(resources, 'AWS::CertificateManager::Certificate').Properties).toMatchObject({
      DomainName: domainName,
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: domainName, HostedZoneId: zone.hostedZoneId }],
    });
    const records = Object.values(ofType(resources, 'AWS::Route53::RecordSet'));
    expect(records.map(({ Properties: { Name, Type } }) => `${Type} ${Name}`).toSorted()).toEqual([
      `A ${domainName}.`,
      `AAAA ${domainName}.`,
    ]);
  });

  it('is the base of all links, and disables the default addresses of the APIs', () => {
    const resources = synthesize(routes, { stage: 'prod', ...withCertificate }).service;
    const bases = Object.values(ofType(resources, 'AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment.Variables.BASE_URL ?? [],
    );
    expect(new Set(bases)).toEqual(new Set([`https://${domainName}`]));
    const apis = Object.values(ofType(resources, 'AWS::ApiGateway::RestApi'));
    expect(apis.map(({ Properties }) => Properties.DisableExecuteApiEndpoint)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("keeps or disables the API's default address as the setting says", () => {
    const disabled = (context: Context) =>
      only(service(context), 'AWS::ApiGateway::RestApi').Properties.DisableExecuteApiEndpoint;
    expect(disabled({ ...withCertificate, disableExecuteApiEndpoint: 'false' })).toBe(false);
    const deployed = (context: Context) =>
      Object.keys(ofType(service(context), 'AWS::ApiGateway::Deployment'));
    // The setting takes effect for callers only after a new deployment of the API.
    expect(deployed({ ...withCertificate, disableExecuteApiEndpoint: 'false' })).not.toEqual(
      deployed(withCertificate),
    );
    expect(disabled({ baseUrl: 'https://a.example', disableExecuteApiEndpoint: 'true' })).toBe(
      true,
    );
  });
});

describe('three APIs under one domain', () => {
  const context = { stage: 'prod', ...withCertificate };
  const stacks = synthesizeEach(routes, { ...context, webAcl: 'true' });
  const parts = [stacks.service, stacks.pages, stacks.operators];
  const pathsOf = (stack: Resources): readonly string[] =>
    Object.keys(only(stack, 'AWS::ApiGateway::RestApi').Properties.Body.paths);

  it('are joined by routing rules that leave paths unchanged', () => {
    expect(only(stacks.domain, 'AWS::ApiGateway::DomainName').Properties.RoutingMode).toBe(
      'ROUTING_RULE_THEN_BASE_PATH_MAPPING',
    );
    const mapping = only(stacks.service, 'AWS::ApiGateway::BasePathMapping').Properties;
    expect(mapping.RestApiId).toEqual({ Ref: idOf(stacks.service, 'AWS::ApiGateway::RestApi') });
    const rules = parts.map((stack) => {
      const { Properties } = only(stack, 'AWS::ApiGatewayV2::RoutingRule');
      const Ref = idOf(stack, 'AWS::ApiGateway::RestApi');
      const Stage = { Ref: idOf(stack, 'AWS::ApiGateway::Stage') };
      expect(Properties.Actions).toEqual([
        { InvokeApi: { ApiId: { Ref }, Stage, StripBasePath: false } },
      ]);
      expect(JSON.stringify(Properties.DomainNameArn)).toContain(`::/domainnames/${domainName}"`);
      return [Properties.Priority, Properties.Conditions];
    });
    const to = (...AnyOf: readonly string[]) => [{ MatchBasePaths: { AnyOf } }];
    expect(rules).toEqual([
      [20, to('.well-known', 'api', 'credentials', 'health', 'mcp', 'webhooks')],
      [1_000, []],
      [10, to('admin')],
    ]);
  });

  it('each have exactly the paths that their rule sends to them', () => {
    const keyPrefixes = parts.map((stack) => [
      ...new Set(pathsOf(stack).map((path) => path.split('/')[1] ?? '')),
    ]);
    const [open = [], pages = [], operators = []] = keyPrefixes;
    const front = ['', '{proxy+}'];
    expect(open.toSorted()).toEqual(
      [...front, '.well-known', 'api', 'credentials', 'health', 'mcp', 'webhooks'].toSorted(),
    );
    expect(operators.toSorted()).toEqual([...front, 'admin'].toSorted());
    expect(pages.filter((each) => open.includes(each)).toSorted()).toEqual(front.toSorted());
    // Every route is in one of them, and each also has the start page.
    const all = new Set(parts.flatMap(pathsOf));
    const one = synthesizeEach(routes, {}).service;
    expect([...all].toSorted()).toEqual([...pathsOf(one)].toSorted());
  });

  it('use the authorizer and plans only for integrators, and IAM only for operators', () => {
    const schemes = parts.map((stack) =>
      Object.keys(
        only(stack, 'AWS::ApiGateway::RestApi').Properties.Body.components.securitySchemes,
      ),
    );
    expect(schemes).toEqual([['gatewayKey', 'usagePlan'], [], ['iam']]);
    const plans = parts.map((stack) => Object.keys(ofType(stack, 'AWS::ApiGateway::UsagePlan')));
    expect(plans.map(({ length }) => length)).toEqual([5, 0, 0]);
  });

  it("require a signature for every call of an operators' function", () => {
    const { paths } = only(stacks.operators, 'AWS::ApiGateway::RestApi').Properties.Body;
    interface Operation {
      readonly security?: unknown;
      readonly 'x-amazon-apigateway-integration': { readonly uri?: unknown };
    }
    const calls = Object.entries<Readonly<Record<string, Operation>>>(paths).flatMap(
      ([path, operations]) =>
        Object.values(operations)
          .filter((operation) =>
            JSON.stringify(operation['x-amazon-apigateway-integration'].uri)?.includes(
              ':function:registry-prod-admin-',
            ),
          )
          .map(({ security }) => ({ path, security })),
    );
    expect(calls.length).toBeGreaterThan(50);
    const iam = [{ iam: [] }];
    expect(calls).toEqual(calls.map(({ path }) => ({ path, security: iam })));
  });

  it('each have the throttle limits of the settings', () => {
    const throttles = (throttle?: string) => {
      const each = synthesizeEach(routes, { ...context, ...(throttle && { throttle }) });
      return [each.service, each.pages, each.operators].map((stack) => {
        const [all] = only(stack, 'AWS::ApiGateway::Stage').Properties.MethodSettings;
        return [all.ThrottlingRateLimit, all.ThrottlingBurstLimit];
      });
    };
    // Together as much as a single API, which has enough executions: test/infra/concurrency.all.test.ts.
    expect(throttles()).toEqual([
      [300, 600],
      [150, 300],
      [50, 100],
    ]);
    const [alone] = only(service({}), 'AWS::ApiGateway::Stage').Properties.MethodSettings;
    expect([alone.ThrottlingRateLimit, alone.ThrottlingBurstLimit]).toEqual([500, 1_000]);
    expect(throttles('{"pages":200,"public":1000}')).toEqual([
      [1_000, 2_000],
      [200, 400],
      [50, 100],
    ]);
    expect(() => service({ throttle: '{"pages":200}' })).toThrow(
      'throttle: pages and operators need domainName',
    );
    expect(() => service({ throttle: '{"page":200}' })).toThrow('throttle: JSON such as');
  });

  it("admit only the operators' networks to the operator API, through its resource policy", () => {
    const operatorNetworks = '192.0.2.0/24, 2001:db8::/32';
    const {
      operators,
      pages,
      service: open,
    } = synthesizeEach(routes, {
      ...context,
      operatorNetworks,
      oneApi: 'true',
    });
    // With oneApi, the public API still answers everything, except for operators of other networks.
    const all = [open, pages].flatMap(pathsOf);
    expect([...new Set(all)].toSorted()).toEqual(pathsOf(open).toSorted());
    expect(pathsOf(open).filter((path) => path.startsWith('/admin/v1/'))).toEqual([
      '/admin/v1/openapi.json',
    ]);
    const policyOf = (stack: Resources) =>
      only(stack, 'AWS::ApiGateway::RestApi').Properties.Body['x-amazon-apigateway-policy'];
    expect(policyOf(operators)).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 'execute-api:Invoke',
          Resource: 'execute-api:/*',
          Condition: { NotIpAddress: { 'aws:SourceIp': ['192.0.2.0/24', '2001:db8::/32'] } },
        },
      ],
    });
    expect([policyOf(pages), policyOf(open)]).toEqual([undefined, undefined]);
    expect(() => service({ operatorNetworks })).toThrow('operatorNetworks: needs domainName');
    expect(() => service({ ...withCertificate, operatorNetworks: 'office' })).toThrow(
      'operatorNetworks: networks such as',
    );
  });

  it('each have a firewall, logs and gateway answers, and share one name in CloudWatch', () => {
    for (const stack of parts) {
      expect(Object.keys(ofType(stack, 'AWS::WAFv2::WebACLAssociation'))).toHaveLength(1);
      const { AccessLogSetting } = only(stack, 'AWS::ApiGateway::Stage').Properties;
      expect(JSON.stringify(AccessLogSetting.DestinationArn)).toContain('/registry/prod/calls');
      const { Body, Name } = only(stack, 'AWS::ApiGateway::RestApi').Properties;
      expect([Name, Body['x-amazon-apigateway-gateway-responses'] !== undefined]).toEqual([
        'registry-prod',
        true,
      ]);
    }
    const names = parts.map((stack) => only(stack, 'AWS::WAFv2::WebACL').Properties.Name);
    expect(names).toEqual(['registry-prod', 'registry-prod-pages', 'registry-prod-operators']);
  });

  it('share one maintenance switch', () => {
    const [, { Properties }] = functionOf(stacks.operators, 'functions/admin/maintenance.ts');
    const ids = JSON.stringify(Properties.Environment.Variables.REST_API_IDS);
    expect(ids.match(/RestApi/g)?.length).toBe(3);
  });
});

describe('a web ACL', () => {
  const { logs, service: resources } = synthesize(few, {
    webAcl: 'true',
    stage: 'prod',
    baseUrl: 'https://a.example',
  });
  const { Rules, ...acl } = only(resources, 'AWS::WAFv2::WebACL').Properties;

  it('is in front of the stage and lets through everything that no rule refuses', () => {
    expect(acl).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const { Properties } = only(resources, 'AWS::WAFv2::WebACLAssociation');
    expect(JSON.stringify(Properties.ResourceArn)).toMatch(/\/restapis\/.*\/stages\//);
  });

  it('refuses an address after 6,000 requests in five minutes, with the standard error body', () => {
    const [rate] = Rules;
    expect(rate).toMatchObject({
      Statement: {
        RateBasedStatement: { Limit: 6_000, EvaluationWindowSec: 300, AggregateKeyType: 'IP' },
      },
      Action: {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'too-many',
            ResponseHeaders: expect.arrayContaining([{ Name: 'retry-after', Value: '300' }]),
          },
        },
      },
    });
    const { ContentType, Content } = acl.CustomResponseBodies['too-many'];
    expect([ContentType, JSON.parse(Content)]).toEqual([
      'APPLICATION_JSON',
      { error: 'Too many attempts', code: 'rate_limit.too_many_attempts' },
    ]);
    const headers = rate.Action.Block.CustomResponse.ResponseHeaders;
    expect(headers.length).toBeLessThanOrEqual(10);
    expect(headers.map(({ Name }: { Name: string }) => Name)).not.toContain('content-type');
  });

  it('only counts rules that would refuse loopback addresses, files and long queries', () => {
    const counted = Object.fromEntries(
      Rules.slice(1).map(({ Statement: { ManagedRuleGroupStatement: group } }: AnyRule) => [
        group.Name,
        group.RuleActionOverrides.map(({ Name, ActionToUse }) => {
          expect(ActionToUse).toEqual({ Count: {} });
          return Name;
        }).toSorted(),
      ]),
    );
    expect(counted).toEqual({
      AWSManagedRulesCommonRuleSet: [
        'CrossSiteScripting_BODY',
        'EC2MetaDataSSRF_BODY',
        'EC2MetaDataSSRF_COOKIE',
        'EC2MetaDataSSRF_QUERYARGUMENTS',
        'EC2MetaDataSSRF_URIPATH',
        'GenericRFI_BODY',
        'GenericRFI_QUERYARGUMENTS',
        'GenericRFI_URIPATH',
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
        'SizeRestrictions_QUERYSTRING',
      ],
      AWSManagedRulesKnownBadInputsRuleSet: [],
      AWSManagedRulesAmazonIpReputationList: [],
    });
    // WAF includes 1,500 units in its price; a rate rule by address takes 2.
    expect(managedRules.reduce((all, { capacity }) => all + capacity, 2)).toBeLessThan(1_500);
  });

  it('keeps no secrets of requests in its log or samples', () => {
    const logging = only(resources, 'AWS::WAFv2::LoggingConfiguration').Properties;
    expect(logging.RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { SingleHeader: { Name: 'referer' } },
      { QueryString: {} },
      { UriPath: {} },
    ]);
    expect(logging.LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: ['BLOCK'].map((Action) => ({
        Behavior: 'KEEP',
        Requirement: 'MEETS_ANY',
        Conditions: [{ ActionCondition: { Action } }],
      })),
    });
    const [destination] = logging.LogDestinationConfigs;
    expect(JSON.stringify(destination)).toMatch(/:log-group:aws-waf-logs-registry-prod-refused"/);
    const views = [acl, ...Rules].map(({ VisibilityConfig }) => VisibilityConfig);
    expect(views.map((view) => view.SampledRequestsEnabled)).toEqual(views.map(() => false));
    const group = logGroupNamed(logs, 'aws-waf-logs-registry-prod-refused');
    expect(group?.Properties.RetentionInDays).toBe(365);
  });

  it('can be an existing one of the account', () => {
    const webAcl = 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/ours/0f2d9a52';
    const others = service({ webAcl });
    expect(only(others, 'AWS::WAFv2::WebACLAssociation').Properties.WebACLArn).toBe(webAcl);
    expect(typesIn(others)).not.toContain('AWS::WAFv2::WebACL');
  });
});

interface AnyRule {
  readonly Statement: {
    readonly ManagedRuleGroupStatement: {
      readonly Name: string;
      readonly RuleActionOverrides: readonly {
        readonly Name: string;
        readonly ActionToUse: unknown;
      }[];
    };
  };
}

it('a budget notifies the given address at 80% and at a forecast of 100% of the month', () => {
  const resources = service({ budgetUsd: '250', budgetMail: 'operators@registry.example' });
  const { Properties } = only(resources, 'AWS::Budgets::Budget');
  expect(Properties).toMatchObject({
    Budget: { BudgetLimit: { Amount: 250, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ],
  });
});

it('tags are on the resources of both stacks', () => {
  const { data, service: resources } = synthesize(few, { tags: '{"costs":"registry"}' });
  const tag = { Key: 'costs', Value: 'registry' };
  expect(only(data, 'AWS::DynamoDB::GlobalTable').Properties.Replicas[0].Tags).toContainEqual(tag);
  for (const { Properties } of Object.values(ofType(resources, 'AWS::Lambda::Function'))) {
    expect(Properties.Tags).toContainEqual(tag);
  }
});

it('functions get the trusted proxies', () => {
  const proxies = '192.0.2.0/24,2001:db8::/32';
  for (const { Properties } of Object.values(
    ofType(service({ trustedProxies: proxies }), 'AWS::Lambda::Function'),
  )) {
    expect(Properties.Environment.Variables.TRUSTED_PROXIES).toBe(proxies);
  }
});

describe('invalid settings', () => {
  it.each<[string, Context]>([
    ['domainName', { domainName: 'https://registry.example', certificateArn }],
    ['domainName', { domainName }],
    ['certificateArn', { domainName, certificateArn: 'arn:aws:iam::123456789012:role/x' }],
    ['certificateArn', { certificateArn }],
    ['hostedZoneId', { ...withCertificate, hostedZoneId: 'Z0123456789' }],
    ['hostedZoneName', { domainName, ...zone, hostedZoneName: 'other.example' }],
    ['baseUrl', { ...withCertificate, baseUrl: 'https://elsewhere.example' }],
    ['disableExecuteApiEndpoint', { disableExecuteApiEndpoint: 'true' }],
    ['disableExecuteApiEndpoint', { ...withCertificate, disableExecuteApiEndpoint: 'yes' }],
    ['webAcl', { webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/ours/1' }],
    ['webAcl', { webAcl: 'true', trustedProxies: '192.0.2.0/24' }],
    ['budgetUsd', { budgetUsd: '100' }],
    ['budgetUsd', { budgetUsd: '-1', budgetMail: 'a@b.example' }],
    ['budgetMail', { budgetUsd: '100', budgetMail: 'nobody' }],
    ['accountConcurrency', { accountConcurrency: '1.5' }],
    ['trustedProxies', { trustedProxies: '0.0.0.0/0' }],
    ['tags', { tags: '{"aws:x":"y"}' }],
    ['tags', { tags: 'costs=registry' }],
  ])('are refused by name: %s of %j', (name, context) => {
    expect(() => service(context)).toThrow(new RegExp(`^${name}: |${name} and `));
  });
});

it('the example stage has only known settings and can be deployed', () => {
  const example = Object.fromEntries(
    Object.entries(prod).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const types = typesIn(synthesize(routes, example).service);
  for (const type of [
    'AWS::ApiGateway::DomainName',
    'AWS::WAFv2::WebACL',
    'AWS::Budgets::Budget',
    'AWS::Route53::RecordSet',
  ]) {
    expect(types).toContain(type);
  }
});
