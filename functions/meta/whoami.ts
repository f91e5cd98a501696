import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { whoAmI } from '../../shared/reference/routes/meta.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof whoAmI> = async ({ caller }) => ({
  data: {
    kind: caller.kind,
    scopes: [...caller.scopes],
    ownerId: caller.kind === 'partner' ? caller.integrationId : caller.personId,
    label: caller.label,
    createdAt: caller.createdAt,
    lastFour: caller.lastFour,
  },
});

export const rows: readonly Operation[] = [operation(whoAmI, run)];

export const handler = operations(rows, coreDeps);
