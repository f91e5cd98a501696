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
 * An operators' row that a second operator may must approve (`approved`), with its additional answers and writes.
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
          'askedRequest',
          'audit',
          'event',
          'listed',
          'operatorApproval',
        ] as const),
      ],
      delete: [...new Set([...removed, 'askedRequest', 'listed'] as const)],
    },
  };
}
