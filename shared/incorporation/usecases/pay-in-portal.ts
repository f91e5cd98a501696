import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { readAsFound, type VoucherSubject } from '../../payments/usecases/pay-by-voucher.ts';
import { personActor } from '../../sessions/auth/session.ts';
import { findApplication, type StoredApplication } from '../applications.ts';
import type { applicationErrors } from './application-errors.ts';
import { payableApplication } from './pay-application.ts';

/**
 * The application of somebody who is signed in, to be paid with a voucher or in a checkout: each of theirs, whatever it was
 * created with. It is settled as everywhere, once, whoever pays it at the same moment.
 *
 * Refusals: 404; 400 not draft, paid already.
 */
export function applicationInPortal(
  applicationId: string,
  personId: string,
  deps: ServiceDeps,
): VoucherSubject<StoredApplication, keyof typeof applicationErrors> {
  return {
    payerId: personId,
    actor: personActor(personId),
    ...readAsFound(
      () => findApplication(deps.table, personId, applicationId),
      (application) => payableApplication(application, 'portal', deps),
      apiErrors.applicationNotFound,
    ),
  };
}
