import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { whoAmI } from '../../shared/routes/meta.ts';

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

export const handler = endpoint(whoAmI, run, coreDeps);
