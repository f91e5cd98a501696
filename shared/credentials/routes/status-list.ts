import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { StatusListPath, StatusListQuery, statusListType } from '../contracts/verify-credential.ts';
import { statusListReads } from '../domain/status-list.ts';
import * as credentialErrors from '../errors/credential-errors.ts';

export const getStatusList = defineRoute({
  operationId: 'getStatusList',
  method: 'GET',
  path: '/credentials/status/{list}',
  entry: 'functions/credentials/status-list.ts',
  summary: 'Retrieve the status list of credentials',
  description: `Returns a Status List Token (JWT, \`typ\` \`statuslist+jwt\`) with one bit for each of 100,000 credentials. A credential’s bit is at the \`idx\` in its \`status.status_list\`; 1 means revoked. The token is signed with ES256 by the key that \`kid\` names. A new one is signed after each revocation and every hour. You can cache it for five minutes and rely on it for \`ttl\` seconds; it has an \`ETag\`. Previous lists are not stored, so a request with \`time\` gets 501. Limit: ${statusListReads.max} calls a minute from one network address.`,
  tag: 'Verifiable credentials',
  auth: { scheme: 'none' },
  params: StatusListPath,
  query: StatusListQuery,
  produces: statusListType,
  crossOrigin: true,
  signs: true,
  service: true,
  errors: [
    apiErrors.notFound,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
    credentialErrors.formerStatusList,
  ],
  table: 'read',
  // Requests are counted.
  writes: { update: ['attempts'] },
  spec: '2.8',
});
