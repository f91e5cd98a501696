import { AuthorizerType, EndpointType, QuotaPeriodType } from '@aws-sdk/client-api-gateway';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { ofType, only, synthesize } from '../support/synthesized.ts';

/**
 * Values that neither the CDK nor cfn-lint checks: with wrong ones, a deployment would fail or
 * behave differently.
 */
const { service } = synthesize(routes, { stage: 'prod', baseUrl: 'https://registry.example' });
const { Body, EndpointConfiguration } = only(service, 'AWS::ApiGateway::RestApi').Properties;
const stage = only(service, 'AWS::ApiGateway::Stage').Properties;

describe('the service template', () => {
  it('has authorizer and endpoint types that API Gateway knows', () => {
    const types = Object.values<Record<string, { type?: string } | undefined>>(
      Body.components.securitySchemes,
    ).flatMap((scheme) => scheme['x-amazon-apigateway-authorizer']?.type ?? []);
    expect(types).toEqual(['request']);
    const known = Object.values(AuthorizerType).map((type) => type.toLowerCase());
    expect(known).toEqual(expect.arrayContaining(types));
    expect(Object.values(EndpointType)).toEqual(
      expect.arrayContaining(EndpointConfiguration.Types),
    );
  });

  it('protects operations only with defined security schemes', () => {
    const schemes = new Set(Object.keys(Body.components.securitySchemes));
    const named = Object.values<Record<string, { security?: Record<string, unknown>[] }>>(
      Body.paths,
    )
      .flatMap((path) => Object.values(path))
      .flatMap(({ security = [] }) => security.flatMap((each) => Object.keys(each)));
    expect(new Set(named)).toEqual(schemes);
  });

  it('has paths that API Gateway accepts', () => {
    for (const path of Object.keys(Body.paths)) {
      expect(path).toMatch(/^(\/|(\/([\w.:-]+|\{\w+\}))*(\/\{proxy\+\})?)$/);
    }
  });

  it('has a valid stage name, and refers to no other stage', () => {
    expect(stage.StageName).toBe('prod');
    const [logicalId] = Object.keys(ofType(service, 'AWS::ApiGateway::Stage'));
    const plans = Object.values(ofType(service, 'AWS::ApiGateway::UsagePlan'));
    for (const { Properties } of plans) {
      expect(Properties.ApiStages).toMatchObject([
        { ApiId: { Ref: expect.any(String) }, Stage: { Ref: logicalId } },
      ]);
      for (const { ApiId } of Properties.ApiStages) {
        expect(service[ApiId.Ref]?.Type).toBe('AWS::ApiGateway::RestApi');
      }
    }
    for (const { ResourcePath, HttpMethod } of stage.MethodSettings) {
      expect([ResourcePath, HttpMethod]).toEqual(['/*', '*']);
    }
  });

  it('has valid quota periods, and keys of a valid length', () => {
    const plans = Object.values(ofType(service, 'AWS::ApiGateway::UsagePlan'));
    const periods = plans.flatMap(({ Properties }) => Properties.Quota?.Period ?? []);
    expect(periods).not.toEqual([]);
    expect(Object.values(QuotaPeriodType)).toEqual(expect.arrayContaining(periods));
    const keys = Object.values(ofType(service, 'AWS::ApiGateway::ApiKey'));
    for (const { Properties } of keys) {
      expect(Properties.Value).toMatch(/^[\w-]{20,128}$/);
      expect(Properties.Enabled).toBe(true);
    }
  });
});
