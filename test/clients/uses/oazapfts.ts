import * as oazapfts from '@oazapfts/runtime';
import type { ApplicationStatus } from './clients/oazapfts.ts';
import * as registry from './clients/oazapfts.ts';
import type { Use } from './use.ts';

/**
 * The client of oazapfts: functions whose status determines the answer's type. The address is the
 * description's.
 */
export const use: Use = async ({ key, rpn, application }) => {
  const mine = { headers: { authorization: `Bearer ${key}` } };
  const whoami = await registry.whoAmI(mine);
  const verified = await registry.verifyRpn({ rpn }, mine);
  // @ts-expect-error: rpn is required
  const refused = await registry.verifyRpn({}, mine);
  // @ts-expect-error: not in the list
  await registry.checkLegalEntityName({ name: 'Acme', optionId: 'gmbh' }, mine);
  const made = await registry.createLegalEntityApplication(
    { applicationData: application },
    { idempotencyKey: crypto.randomUUID() },
    mine,
  );
  if (made.status !== 200) throw new Error(made.data.error);
  const read = await oazapfts.ok(registry.getLegalEntityApplication(made.data.data.id, mine));
  const statusId: ApplicationStatus = read.data.statusId;
  // @ts-expect-error: grant_type is required
  await registry.issueToken({ refresh_token: 'none' });
  const token = await registry.issueToken({ grant_type: 'refresh_token', refresh_token: 'none' });
  return {
    keyKind: whoami.status === 200 ? whoami.data.data.kind : undefined,
    outcome: verified.status === 200 ? verified.data.result : undefined,
    refused: refused.status === 400 ? refused.data.error : undefined,
    statusId,
    token: token.status === 401 ? token.data.error : undefined,
  };
};
