import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentSuppressedAddress } from '../../shared/mail/contracts/admin-mail.ts';
import {
  adminListSuppressedAddresses,
  adminUnsuppressAddress,
} from '../../shared/mail/routes/admin-mail.ts';
import {
  listSuppressedAddresses,
  unsuppressAddress,
} from '../../shared/mail/usecases/mail-addresses.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(adminListSuppressedAddresses, async ({ query }, deps) =>
    presentPage(await listSuppressedAddresses(query, deps), query.limit, presentSuppressedAddress),
  ),
  operation(adminUnsuppressAddress, async ({ body, caller }, deps) => ({
    data: presentSuppressedAddress(await unsuppressAddress(body, actorOf(caller), deps)),
  })),
];

export const handler = pathFunction(rows, coreDeps);
