import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { StatusListPath, StatusListQuery, statusListType } from '../contracts/verify-credential.ts';
import * as credentialErrors from '../errors/credential-errors.ts';

export const getStatusList = defineRoute({
  operationId: 'getStatusList',
  method: 'GET',
  path: '/credentials/status/{list}',
  entry: 'functions/credentials/status-list.ts',
  summary: 'Get a list of revoked credentials',
  description:
    'A Status List Token (JWT, `typ` `statuslist+jwt`): one bit for each of 100,000 credentials, at the `idx` that a credential names in `status.status_list`; 1 is revoked. It is signed by the key that `kid` names, with ES256, again after each revocation and after an hour. May be kept for five minutes, and be relied on for `ttl` seconds; has an `ETag`. Old lists are not kept: `time` is answered with 501. 120 requests a minute from one network address.',
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
    { ...apiErrors.tooManyAttempts, when: 'with `Retry-After`' },
    credentialErrors.formerStatusList,
  ],
  table: 'read',
  // The requests are counted.
  writes: { update: ['attempts'] },
  spec: '2.8',
});
