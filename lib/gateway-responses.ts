import {
  type GatewayAnswer,
  gatewayAnswers,
  gatewayBody,
  gatewayHeaders,
} from '../shared/web/http/gateway-answers.ts';
import { sandboxHeaders } from '../shared/web/http/security-headers.ts';

interface GatewayResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: { readonly 'application/json': string };
}

/** The gateway's own answers, as the API's definition declares them. */
export function gatewayResponses(isSandbox = false): Readonly<Record<string, GatewayResponse>> {
  return Object.fromEntries(
    Object.entries(gatewayAnswers).map(([name, answer]) => [
      name,
      gatewayResponse(answer, isSandbox),
    ]),
  );
}

function gatewayResponse(answer: GatewayAnswer, isSandbox: boolean): GatewayResponse {
  const { status, headers } = answer;
  const all = Object.entries({ ...gatewayHeaders, ...sandboxHeaders(isSandbox), ...headers });
  return {
    statusCode: String(status),
    responseParameters: {
      ...Object.fromEntries(
        all.map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]),
      ),
      'gatewayresponse.header.x-request-id': 'context.requestId',
    },
    responseTemplates: {
      'application/json': gatewayBody(answer, '$context.requestId'),
    },
  };
}
