import { duringMaintenance, maintenanceRetryAfter } from '../../kernel/domain/maintenance.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { inMaintenance } from '../../kernel/http/data-needs.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiMiddleware, header } from '../http/request.ts';

/**
 * Rejects writes during maintenance (503) before anything is read, including the caller, because
 * the table may be unavailable.
 *
 * IAM has already authenticated operators. They can override this with a header, to write what a
 * restored table lacks before the service reopens.
 */
export function refuseInMaintenance(route: Route): ApiMiddleware {
  const isRefused = inMaintenance(route) === 'refused';
  return {
    before: ({ event }) => {
      if (!isRefused) return;
      const retryAfter = maintenanceRetryAfter(event.stageVariables);
      if (retryAfter === null) return;
      const insists =
        route.auth.scheme === 'operator' && header(event, duringMaintenance) === 'true';
      if (!insists) throw apiErrors.maintenance(retryAfter);
    },
  };
}
