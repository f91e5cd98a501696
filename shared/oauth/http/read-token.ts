import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bearerCredential } from '../../access/auth/authenticate.ts';
import { header } from '../../web/http/header.ts';
import type { SentToken } from '../auth/sent-token.ts';

/** Reads it off the request; `url` is the address of the row as callers know it. */
export function readToken(event: APIGatewayProxyEvent, url: string): SentToken {
  const authorization = header(event, 'authorization');
  const bound = /^dpop +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return {
    credential: bound ?? bearerCredential(authorization),
    scheme: bound === undefined ? 'Bearer' : 'DPoP',
    proof: header(event, 'dpop'),
    method: event.httpMethod,
    url,
  };
}
