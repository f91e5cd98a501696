import type { Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { listPasskeys, unvouchWrite } from '../db/passkeys.ts';
import { isVouched } from '../domain/passkey.ts';

/** The writes after which no passkey of a person is good for decisions. To a deactivated account none is added meanwhile. */
export async function unvouchPasskeys(
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<Writes> {
  const vouched = (await listPasskeys(table, personId)).filter(isVouched);
  return Object.fromEntries(vouched.map((one, index) => [`passkey ${index}`, unvouchWrite(one)]));
}
