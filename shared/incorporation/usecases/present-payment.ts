import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { presentApplication } from '../contracts/application.ts';
import type { StoredApplication } from '../db/applications.ts';

const reminder = 'Payment received. Sign the Agreement of Coexistence to submit the application.';

/** Answer of a payment; the reminder is there only when the application is paid but not signed. */
export function presentPayment(application: StoredApplication, site: Pick<ServiceDeps, 'baseUrl'>) {
  return {
    success: true as const,
    data: presentApplication(application, site),
    ...(application.statusId === 'Draft' && { message: reminder }),
  };
}
