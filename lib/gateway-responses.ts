import {
  type GatewayAnswer,
  gatewayAnswers,
  gatewayHeaders,
} from '../shared/web/gateway-answers.ts';

interface GatewayResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: { readonly 'application/json': string };
}

/** The gateway's own answers, as the API's definition declares them. */
export function gatewayResponses(): Readonly<Record<string, GatewayResponse>> {
  return Object.fromEntries(
    Object.entries(gatewayAnswers).map(([name, answer]) => [name, gatewayResponse(answer)]),
  );
}

function gatewayResponse({ status, error, headers }: GatewayAnswer): GatewayResponse {
  const all = Object.entries({ ...gatewayHeaders, ...headers });
  return {
    statusCode: String(status),
    responseParameters: {
      ...Object.fromEntries(
        all.map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
      ),
      'gatewayresponse.header.x-request-id': 'context.requestId',
    },
    responseTemplates: {
      'application/json': JSON.stringify({ error, requestId: '$context.requestId' }),
    },
  };
}
