import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ErrorExtras } from '../errors.ts';

const fixedHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function json(
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', ...fixedHeaders, ...headers },
    body: JSON.stringify(body),
  };
}

/** The envelope of every answer that is not a success (spec 2.1). */
export function errorResponse(
  status: number,
  message: string,
  requestId: string,
  { headers, ...extras }: ErrorExtras = {},
): APIGatewayProxyResult {
  return json(status, { error: message, ...extras, requestId }, headers);
}
