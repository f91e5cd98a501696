import type { ErrorCase } from '../errors/api-error.ts';
import * as apiErrors from '../errors/errors.ts';
import type { Route } from './route.ts';

const errors: readonly ErrorCase[] = [
  apiErrors.approvalSameOperator,
  apiErrors.approvalUnknownOperator,
  apiErrors.approvalNotFound,
  apiErrors.approvalOtherRequest,
  apiErrors.approvalOutdated,
  apiErrors.approvalClosed,
];

type Approved<R extends Route> = Omit<R, 'errors' | 'writes'> &
  Pick<Route, 'errors' | 'writes'> & {
    readonly secondOperator: true;
    readonly operatorApprovals: true;
  };

/**
 * A row that pays or submits with a personal key. With a key that needs approval it waits for the
 * owner; this adds that response and its writes.
 */
export function defineAskingRoute<const R extends Route>(
  route: R,
): Omit<R, 'errors' | 'writes'> & Pick<Route, 'errors' | 'writes'> & { readonly asksOwner: true } {
  const { put = [], update = [], ...writes } = route.writes ?? {};
  return {
    ...route,
    asksOwner: true,
    errors: [...route.errors, apiErrors.approvalTooMany],
    writes: {
      ...writes,
      put: [...new Set([...put, 'requestedCall', 'audit', 'event', 'keyApproval'] as const)],
      update: [...new Set([...update, 'attempts'] as const)],
    },
  };
}

/**
 * An operators' row that may need the approval of a second operator (`approved`), with the
 * additional responses and writes.
 */
export function defineApprovedRoute<const R extends Route>(route: R): Approved<R> {
  const { put = [], delete: removed = [], ...writes } = route.writes ?? {};
  return {
    ...route,
    secondOperator: true,
    operatorApprovals: true,
    errors: [...route.errors, ...errors],
    writes: {
      ...writes,
      put: [
        ...new Set([
          ...put,
          'requestedOperation',
          'audit',
          'event',
          'listed',
          'operatorApproval',
        ] as const),
      ],
      delete: [...new Set([...removed, 'requestedOperation', 'listed'] as const)],
    },
  };
}
