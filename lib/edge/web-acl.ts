import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { gatewayHeaders } from '../../shared/web/http/gateway-answers.ts';
import { crossOriginHeaders } from '../../shared/web/http/security-headers.ts';
import type { LogsStack } from '../logs-stack.ts';
import { type ManagedRules, managedRules } from './managed-rules.ts';

/** Requests of one address in five minutes. An office behind one address or a partner at its limit stays below. */
export const requestsPerAddress = 6_000;

/** The window of the rate rule, in seconds; also the wait in the answer to callers. */
const rateWindow = 300;

/** The headers of the gateway's own answers that matter for JSON: WAF allows only a few, and adds the type. */
const refusalHeaders = Object.entries({
  'retry-after': String(rateWindow),
  'cache-control': gatewayHeaders['cache-control'],
  'strict-transport-security': gatewayHeaders['strict-transport-security'],
  'x-content-type-options': gatewayHeaders['x-content-type-options'],
  ...crossOriginHeaders,
}).map(([name, value]) => ({ name, value }));

/**
 * The web ACL of one API's stage: a limit per address, and rule groups of AWS.
 *
 * A request that a rule group refuses gets API Gateway's answer for it, `WAF_FILTERED`, in the contract's envelope. The limit has
 * an answer of its own, which takes precedence over the gateway's. WAF's texts are fixed, so this one has no `requestId`.
 */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, name: string, logs: LogsStack) {
    super(scope, 'WebAcl');
    const metric = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples show whole addresses, and some of them are secrets.
      sampledRequestsEnabled: false,
    });
    const tooMany = 'too-many';
    const { error, code } = apiErrors.tooManyAttempts;
    const acl = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metric('all'),
      customResponseBodies: {
        [tooMany]: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ error, code }),
        },
      },
      rules: [
        {
          name: 'address',
          priority: 0,
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddress,
              evaluationWindowSec: rateWindow,
              aggregateKeyType: 'IP',
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: tooMany,
                responseHeaders: refusalHeaders,
              },
            },
          },
          visibilityConfig: metric('address'),
        },
        ...managedRules.map((group, index) => ({
          priority: index + 1,
          visibilityConfig: metric(group.name),
          ...managedRule(group),
        })),
      ],
    });
    this.arn = acl.attrArn;
    this.log(acl, logs);
  }

  /** Logs each request that a rule refused or counted, and no others. */
  private log(acl: CfnWebACL, logs: LogsStack): void {
    // In CloudFormation's own spelling, because the CDK has no type for it.
    const keep = (Action: string) => ({
      Behavior: 'KEEP',
      Requirement: 'MEETS_ANY',
      Conditions: [{ ActionCondition: { Action } }],
    });
    const destination = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: logs.refused,
      // WAF requires it without the trailing star of the group's own attribute.
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [destination],
      loggingFilter: { DefaultBehavior: 'DROP', Filters: [keep('BLOCK')] },
      // Credentials, and links with a secret in their path or query.
      redactedFields: [
        ...['authorization', 'cookie', 'referer'].map((Name) => ({ singleHeader: { Name } })),
        { queryString: {} },
        { uriPath: {} },
      ],
    });
  }
}

function managedRule({ name, counted }: ManagedRules) {
  return {
    name,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: Object.keys(counted).map((rule) => ({
          name: rule,
          actionToUse: { count: {} },
        })),
      },
    },
    overrideAction: { none: {} },
  };
}
