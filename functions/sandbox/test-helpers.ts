import type * as z from 'zod/mini';
import { amendmentNotFound } from '../../shared/amendments/errors/amendment-errors.ts';
import { certificateRequestNotFound } from '../../shared/certificates/errors/certificate-errors.ts';
import { type AgreementDeps, agreementDeps } from '../../shared/documents/deps/documents.ts';
import { failNextAttempts } from '../../shared/events/usecases/manage-deliveries.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { presentVoucher } from '../../shared/payments/contracts/admin-vouchers-contract.ts';
import { createVoucher } from '../../shared/payments/usecases/vouchers.ts';
import { sandboxReviewer } from '../../shared/platform/domain/audit-entry.ts';
import { presentLegalEntity } from '../../shared/registry/contracts/legal-entity.ts';
import { verifyApplicant } from '../../shared/residency/usecases/verify-applicant.ts';
import {
  presentTestCase,
  presentTestResidency,
  type TestApproval,
  type TestQuestion,
  type TestRejection,
  testTexts,
} from '../../shared/sandbox/contracts/test-helpers-contract.ts';
import * as decisions from '../../shared/sandbox/routes/test-decisions-routes.ts';
import * as routes from '../../shared/sandbox/routes/test-helpers-routes.ts';
import {
  expireApplicantsResidency,
  expireResidency,
  makeTestEntity,
  makeTestPerson,
} from '../../shared/sandbox/usecases/test-helpers.ts';
import {
  askInSandbox,
  type CallersCase,
  callersApplication,
  callersFiling,
  callersResidencyApplication,
  decideInSandbox,
} from '../../shared/service/usecases/decide-in-sandbox.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

type HelperDeps = CoreDeps & AgreementDeps;
type KeepingRoute = Route & { readonly idempotent: 'answer' };

/** A test helper. Only templates of sandboxes contain it, and it also checks this itself. */
function helper<R extends KeepingRoute>(route: R, run: Run<R, HelperDeps>): Operation<HelperDeps> {
  const screen = async (_: unknown, deps: HelperDeps) => {
    if (deps.isSandbox !== true) throw apiErrors.notFound();
  };
  return operation(route, run, storedAnswers({ screen }));
}

type Decided = (
  own: CallersCase,
  deps: HelperDeps,
) => Promise<Parameters<typeof presentTestCase>[0]>;

/**
 * The three decisions on items of a kind; `own` finds one of the caller's items, or throws its 404.
 */
const decide = {
  approve:
    ({ answer = null, objections = null }: z.output<typeof TestApproval>): Decided =>
    (own, deps) =>
      decideInSandbox(own, { decision: 'approve', reason: null, answer, objections }, deps),
  reject:
    ({ reason = testTexts.reason, reasonCode = null }: z.output<typeof TestRejection>): Decided =>
    (own, deps) =>
      decideInSandbox(own, { decision: 'reject', reason, reasonCode }, deps),
  ask:
    ({ message = testTexts.message }: z.output<typeof TestQuestion>): Decided =>
    (own, deps) =>
      askInSandbox(own, message, deps),
};

type Own<C> = (id: string, caller: C, deps: HelperDeps) => Promise<CallersCase>;

async function answer<C>(
  own: Own<C>,
  { params, caller }: { readonly params: { readonly id: string }; readonly caller: C },
  decided: Decided,
  deps: HelperDeps,
) {
  return presentTestCase(await decided(await own(params.id, caller, deps), deps));
}

export const rows: readonly Operation<HelperDeps>[] = [
  ...(
    [
      [decisions.applicationHelpers, callersApplication],
      [decisions.amendmentHelpers, callersFiling('amendment', amendmentNotFound)],
      [
        decisions.certificateHelpers,
        callersFiling('certificate_request', certificateRequestNotFound),
      ],
    ] as const
  ).flatMap(([of, own]) => [
    helper(of.approve, (call, deps) => answer(own, call, decide.approve(call.body), deps)),
    helper(of.reject, (call, deps) => answer(own, call, decide.reject(call.body), deps)),
    helper(of.requestInformation, (call, deps) => answer(own, call, decide.ask(call.body), deps)),
  ]),
  helper(decisions.residencyHelpers.approve, (call, deps) =>
    answer(callersResidencyApplication, call, decide.approve(call.body), deps),
  ),
  helper(decisions.residencyHelpers.reject, (call, deps) =>
    answer(callersResidencyApplication, call, decide.reject(call.body), deps),
  ),
  helper(decisions.residencyHelpers.requestInformation, (call, deps) =>
    answer(callersResidencyApplication, call, decide.ask(call.body), deps),
  ),
  helper(routes.testVerifyApplicant, async ({ params, body, caller }, deps) => {
    const { id } = await callersResidencyApplication(params.id, caller, deps);
    const { status = 'approved' } = body;
    const outcome = { applicationId: id, status };
    const { verification } = await verifyApplicant(outcome, sandboxReviewer, deps);
    // Just recorded, at this instant.
    return { data: { ...outcome, verifiedAt: verification.verifiedAt ?? '' } };
  }),
  helper(routes.testExpireApplicantsResidency, async ({ params, caller }, deps) => {
    const ended = await expireApplicantsResidency(params.id, caller, deps);
    return { data: presentTestResidency(ended, deps.now().toISOString()) };
  }),
  helper(routes.testExpireResidency, async ({ params, caller }, deps) => {
    const ended = await expireResidency(params.id, caller, deps);
    return { data: presentTestResidency(ended, deps.now().toISOString()) };
  }),
  helper(routes.testCreatePerson, async ({ body }, deps) => {
    const made = await makeTestPerson(body, deps);
    const { id, email, givenName, surname, residentPermitNumber } = made.person;
    return {
      data: {
        ...{ id, email, givenName, surname },
        // The number was allocated with the grant.
        residentPermitNumber: residentPermitNumber ?? '',
        residency: presentTestResidency(made, deps.now().toISOString()),
        standardKey: made.standardKey,
        agentKey: made.agentKey,
      },
    };
  }),
  helper(routes.testCreateLegalEntity, async ({ body, caller }, deps) => ({
    data: presentLegalEntity(await makeTestEntity(body, caller, deps)),
  })),
  helper(routes.testFailNextDelivery, async ({ params, body, caller }, deps) => {
    const failNext = await failNextAttempts(params.id, body.count ?? 1, caller, deps);
    return { data: { id: params.id, failNext } };
  }),
  helper(routes.testCreateVoucher, async ({ body }, deps) => ({
    data: presentVoucher(await createVoucher(body, sandboxReviewer, deps)),
  })),
];

export const handler = pathFunction(rows, () => ({ ...coreDeps(), ...agreementDeps() }));
