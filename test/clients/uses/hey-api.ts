import type { ApplicationStatus } from './clients/hey-api/index.ts';
import * as registry from './clients/hey-api/index.ts';
import type { Use } from './use.ts';

/** The client of @hey-api/openapi-ts: functions with `data` or `error`. The address is the description's. */
export const use: Use = async ({ key, rpn, application }) => {
  const auth = key;
  const whoami = await registry.whoAmI({ auth });
  const verified = await registry.verifyRpn({ auth, body: { rpn } });
  // @ts-expect-error: rpn is required
  const refused = await registry.verifyRpn({ auth, body: {} });
  // @ts-expect-error: not in the list
  await registry.checkLegalEntityName({ auth, body: { name: 'Acme', optionId: 'gmbh' } });
  const made = await registry.createLegalEntityApplication({
    auth,
    body: { applicationData: application },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  if (made.data === undefined) throw new Error(made.error.error);
  const path = { id: made.data.data.id };
  const read = await registry.getLegalEntityApplication({ auth, path });
  const statusId: ApplicationStatus | undefined = read.data?.data.statusId;
  // @ts-expect-error: grant_type is required
  await registry.issueToken({ body: { refresh_token: 'none' } });
  const body = { grant_type: 'refresh_token', refresh_token: 'none' } as const;
  const token = await registry.issueToken({ body });
  return {
    keyKind: whoami.data?.data.kind,
    outcome: verified.data?.result,
    refused: refused.error?.error,
    statusId,
    token: token.error?.error,
  };
};
