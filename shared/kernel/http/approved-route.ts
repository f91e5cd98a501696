import type { ErrorCase, Route } from './route.ts';

const errors: readonly ErrorCase[] = [
  {
    status: 403,
    error: 'You cannot approve your own request. Another operator must approve it.',
    code: 'approval.same_operator',
  },
  {
    status: 403,
    error: 'Can’t identify the operator behind this IAM principal',
    code: 'approval.unknown_operator',
  },
  { status: 404, error: 'Approval not found' },
  { status: 409, error: 'The approval belongs to another request', code: 'approval.other_request' },
  {
    status: 409,
    error: 'The data has changed since the request. Send the request again.',
    code: 'approval.outdated',
  },
  { status: 409, error: 'The approval is not pending', code: 'approval.closed' },
];

type Approved<R extends Route> = Omit<R, 'errors' | 'writes'> &
  Pick<Route, 'errors' | 'writes'> & {
    readonly secondOperator: true;
    readonly operatorApprovals: true;
  };

/**
 * A row of operators whose act a second one approves where the deployment says so (`approvedOperation`), with what that can
 * answer and what it writes.
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
