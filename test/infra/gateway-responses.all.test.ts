import { GatewayResponseType } from '@aws-sdk/client-api-gateway';
import { describe, expect, it } from 'vitest';
import { gatewayResponses } from '../../lib/gateway-responses.ts';

const responses = gatewayResponses();

const sentence = 'Rate limit exceeded. Maximum 5000 calls per day, 50 calls per minute.';

/** Every cause that API Gateway knows, and the answer that integrators get. */
const expected: Readonly<Record<string, readonly [status: string, error: string, code: string]>> = {
  ACCESS_DENIED: ['403', 'Forbidden', 'request.forbidden'],
  API_CONFIGURATION_ERROR: ['500', 'Internal server error', 'service.internal_error'],
  AUTHORIZER_CONFIGURATION_ERROR: ['500', 'Internal server error', 'service.internal_error'],
  AUTHORIZER_FAILURE: ['500', 'Internal server error', 'service.internal_error'],
  BAD_REQUEST_BODY: ['400', 'Invalid request body', 'request.invalid_body'],
  BAD_REQUEST_PARAMETERS: ['404', 'Not found', 'resource.not_found'],
  DEFAULT_4XX: ['400', 'Bad request', 'request.malformed'],
  DEFAULT_5XX: ['500', 'Internal server error', 'service.internal_error'],
  EXPIRED_TOKEN: ['403', 'Forbidden', 'request.forbidden'],
  INTEGRATION_FAILURE: ['500', 'Internal server error', 'service.internal_error'],
  INTEGRATION_TIMEOUT: ['500', 'Internal server error', 'service.internal_error'],
  INVALID_API_KEY: ['500', 'Internal server error', 'service.internal_error'],
  INVALID_SIGNATURE: ['403', 'Forbidden', 'request.forbidden'],
  MISSING_AUTHENTICATION_TOKEN: ['404', 'Not found', 'resource.not_found'],
  QUOTA_EXCEEDED: ['429', sentence, 'rate_limit.exceeded'],
  REQUEST_TOO_LARGE: ['413', 'Request body too large', 'request.body_too_large'],
  RESOURCE_NOT_FOUND: ['404', 'Not found', 'resource.not_found'],
  THROTTLED: ['429', 'Rate limit exceeded. Try again in a moment.', 'rate_limit.too_many_at_once'],
  UNAUTHORIZED: ['403', 'Forbidden', 'request.forbidden'],
  UNSUPPORTED_MEDIA_TYPE: ['404', 'Not found', 'resource.not_found'],
  WAF_FILTERED: ['403', 'Forbidden', 'request.forbidden'],
};

describe("the gateway's own answers (spec 2.1)", () => {
  it.each(Object.entries(expected))(
    '%s has the standard error body',
    (name, [statusCode, error, code]) => {
      const { responseTemplates, ...response } = responses[name] ?? {};
      expect(response).toMatchObject({ statusCode });
      expect(Object.keys(responseTemplates ?? {})).toEqual(['application/json']);
      expect(JSON.parse(responseTemplates?.['application/json'] ?? '')).toEqual({
        error,
        code,
        requestId: '$context.requestId',
      });
    },
  );

  it('cover every cause that API Gateway knows, by its exact name', () => {
    expect(Object.keys(responses).toSorted()).toEqual(Object.keys(expected).toSorted());
    expect(Object.keys(responses).toSorted()).toEqual(
      Object.values(GatewayResponseType).toSorted(),
    );
  });

  it('say when to retry', () => {
    expect(responses['THROTTLED']?.responseParameters).toEqual({
      'gatewayresponse.header.cache-control': "'no-store'",
      'gatewayresponse.header.content-security-policy':
        "'default-src; form-action; frame-ancestors; base-uri'",
      'gatewayresponse.header.cross-origin-resource-policy': "'same-origin'",
      'gatewayresponse.header.referrer-policy': "'no-referrer'",
      'gatewayresponse.header.strict-transport-security': "'max-age=31536000'",
      'gatewayresponse.header.x-content-type-options': "'nosniff'",
      'gatewayresponse.header.x-frame-options': "'DENY'",
      'gatewayresponse.header.access-control-allow-origin': "'*'",
      'gatewayresponse.header.access-control-expose-headers':
        "'Deprecation, DPoP-Nonce, ETag, Link, Retry-After, Sandbox, WWW-Authenticate, X-Request-Id'",
      'gatewayresponse.header.retry-after': "'2'",
      'gatewayresponse.header.x-request-id': 'context.requestId',
    });
    // Lambda had no capacity for the function: see gateway-answers.ts.
    for (const name of [
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_FAILURE',
      'DEFAULT_5XX',
      'INTEGRATION_FAILURE',
    ]) {
      expect(responses[name]?.responseParameters).toMatchObject({
        'gatewayresponse.header.retry-after': "'3'",
      });
    }
    expect(responses['QUOTA_EXCEEDED']?.responseParameters).toMatchObject({
      'gatewayresponse.header.retry-after': "'3600'",
    });
  });
});
