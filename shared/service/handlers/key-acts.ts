import { admit, type KeyRule } from '../../access/auth/authenticate.ts';
import type { PersonalKeyCaller } from '../../access/auth/caller.ts';
import { presentKeyApproval } from '../../access/contracts/key-approval-contract.ts';
import type { StoredKeyApproval } from '../../access/db/key-approvals.ts';
import {
  askOwner,
  beginAttempt,
  type CallFacts,
  findActingKey,
  keyCaller,
  noteError,
  readOwnApproval,
} from '../../access/usecases/key-approvals.ts';
import {
  payAmendmentVoucher,
  submitLegalEntityAmendment,
} from '../../amendments/routes/amendments.ts';
import { presentOneAmendment, readOwnAmendment } from '../../amendments/usecases/read-amendment.ts';
import {
  amendmentToPay,
  amendmentToQuote,
  payAmendment,
  submitAmendment,
  wouldSubmit,
} from '../../amendments/usecases/submit-amendment.ts';
import { payCertificateVoucher } from '../../certificates/routes/certificates.ts';
import { certificateToPay } from '../../certificates/usecases/pay-certificate.ts';
import { describeCertificate } from '../../certificates/usecases/read-certificate-request.ts';
import {
  payApplicationCoupon,
  payApplicationVoucher,
} from '../../incorporation/routes/applications.ts';
import {
  ownApplication,
  payApplication,
  presentPayment,
} from '../../incorporation/usecases/pay-application.ts';
import { readOwnApplication } from '../../incorporation/usecases/read-application.ts';
import { particularsDigest } from '../../incorporation/usecases/sign-agreement.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { VoucherWord } from '../../payments/errors/payment-errors.ts';
import { payByVoucher, quoteByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { readFilingEntity } from '../../registry/usecases/read-accessible-entity.ts';
import type { Answer, ApiRequest, Run } from '../../web/http/request.ts';

// Payments and submissions of a key. Each is an operation of the API and, with the owner's approval, an action on a
// page of the portal.

/** A route that pays or submits with a personal key. */
export type OwnersRoute = Route & { readonly asksOwner: true };

/** An act of a key that its owner may have to approve, with the details that the owner sees. */
export interface KeyAct<R extends OwnersRoute> {
  readonly route: R;
  readonly run: Run<R, ServiceDeps>;
  /**
   * Throws the errors that the act would throw. Writes only wrong guesses of vouchers. Null for a repeat, which pays
   * and submits nothing.
   */
  readonly facts: (request: ApiRequest<R>, deps: ServiceDeps) => Promise<CallFacts | null>;
  /** Writes that come before the transaction of the act's effect. */
  readonly prepare?: (request: ApiRequest<R>, deps: ServiceDeps) => Promise<unknown>;
}

/** The act as an operation of the API. If the key needs approval, the call is recorded and answered with 202. */
export function asking<R extends OwnersRoute>({
  route,
  run,
  facts,
}: KeyAct<R>): Run<R, ServiceDeps> {
  return async (request, deps) => {
    const caller = request.caller as PersonalKeyCaller;
    if (!caller.bounds?.approvalRequired) return run(request, deps);
    const found = await facts(request, deps);
    if (found === null) return run(request, deps);
    const call = { ...sentIn(request), caller, operation: route.operationId };
    const approval = await askOwner(call, found, deps);
    request.answerAccepted();
    // This is not the row's answer: the API description has it as the answer of the 202.
    return presentKeyApproval(approval, deps) as unknown as Answer<R>;
  };
}

function sentIn(request: ApiRequest<OwnersRoute>) {
  const { params, body, effect } = request;
  return { params: (params ?? {}) as Record<string, string>, body, effect };
}

/** The common input of both rows: a code. */
type PaidApplication = Pick<
  ApiRequest<typeof payApplicationVoucher>,
  'params' | 'body' | 'caller' | 'effect'
>;

async function payWithCode(
  { params, body, caller, effect }: PaidApplication,
  voucherWord: VoucherWord,
  deps: ServiceDeps,
) {
  const payment = { code: body.code, voucherWord, effect };
  return presentPayment(await payApplication(params.id, caller, payment, deps), deps);
}

async function applicationFacts(
  { params, body, caller }: PaidApplication,
  voucherWord: VoucherWord,
  deps: ServiceDeps,
): Promise<CallFacts> {
  const purchase = ownApplication(params.id, caller, deps);
  const payment = { code: body.code, voucherWord };
  const { amountCents, currency } = await quoteByVoucher(purchase, payment, deps);
  const application = await readOwnApplication(deps.table, params.id, caller);
  return {
    subject: { type: 'legal_entity_application', id: params.id },
    legalEntityId: null,
    entityName: `${application.name} ${application.extension}`,
    ...{ amountCents, currency },
    resource: `/api/v1/legal_entity_applications/${params.id}`,
    basis: particularsDigest(application),
  };
}

export const paysApplication: KeyAct<typeof payApplicationVoucher> = {
  route: payApplicationVoucher,
  run: (request, deps) => payWithCode(request, 'Voucher', deps),
  facts: (request, deps) => applicationFacts(request, 'Voucher', deps),
};

export const paysApplicationWithCoupon: KeyAct<typeof payApplicationCoupon> = {
  route: payApplicationCoupon,
  run: (request, deps) => payWithCode(request, 'Coupon', deps),
  facts: (request, deps) => applicationFacts(request, 'Coupon', deps),
};

const amendmentFacts = async (
  { params, caller }: Pick<ApiRequest<typeof payAmendmentVoucher>, 'params' | 'caller'>,
  deps: ServiceDeps,
) => {
  const filing = { entityId: params.id, filingId: params.filingId };
  const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
  return {
    subject: { type: 'amendment', id: amendment.id },
    legalEntityId: entity.id,
    entityName: fullName(entity),
    resource: `/api/v1/legal_entities/${entity.id}/amendments/${amendment.id}`,
    basis: amendment.proposedChanges,
  };
};

export const paysAmendment: KeyAct<typeof payAmendmentVoucher> = {
  route: payAmendmentVoucher,
  async run({ params, body, caller, effect }, deps) {
    const { id: entityId, filingId } = params;
    const payment = { code: body.voucherCode, voucherWord: 'Voucher', effect } as const;
    const amendment = await payAmendment({ entityId, filingId }, caller, payment, deps);
    return { success: true, data: await presentOneAmendment(amendment, deps) };
  },
  async facts(request, deps) {
    const { params, body, caller } = request;
    const purchase = amendmentToQuote(
      { entityId: params.id, filingId: params.filingId },
      caller,
      deps,
    );
    const payment = { code: body.voucherCode, voucherWord: 'Voucher' } as const;
    const { amountCents, currency } = await quoteByVoucher(purchase, payment, deps);
    return { ...(await amendmentFacts(request, deps)), amountCents, currency };
  },
  // Creates the invoice, which also locks the filing.
  async prepare({ params, caller }, deps) {
    const filing = { entityId: params.id, filingId: params.filingId };
    await amendmentToPay(filing, caller, deps).read(deps.now().toISOString());
  },
};

export const submitsAmendment: KeyAct<typeof submitLegalEntityAmendment> = {
  route: submitLegalEntityAmendment,
  async run({ params, caller }, deps) {
    const { id: entityId, filingId } = params;
    const amendment = await submitAmendment({ entityId, filingId }, caller, deps);
    return { success: true, data: await presentOneAmendment(amendment, deps) };
  },
  async facts(request, deps) {
    const { params, caller } = request;
    const filing = { entityId: params.id, filingId: params.filingId };
    if (!(await wouldSubmit(filing, caller, deps))) return null;
    return { ...(await amendmentFacts(request, deps)), amountCents: null, currency: null };
  },
};

export const paysCertificate: KeyAct<typeof payCertificateVoucher> = {
  route: payCertificateVoucher,
  async run({ params, body, caller, effect }, deps) {
    const purchase = certificateToPay({ ...params, entityId: params.id }, caller, deps);
    const payment = { code: body.voucherCode, voucherWord: 'Voucher', effect } as const;
    const { request: paid, invoice } = await payByVoucher(purchase, payment, deps);
    return {
      success: true,
      data: describeCertificate(paid, invoice, null, deps),
      message: 'Payment applied. The certificate is being issued.',
    };
  },
  async facts({ params, body, caller }, deps) {
    const { id: entityId, requestId } = params;
    const purchase = certificateToPay({ entityId, requestId }, caller, deps);
    const payment = { code: body.voucherCode, voucherWord: 'Voucher' } as const;
    const { amountCents, currency } = await quoteByVoucher(purchase, payment, deps);
    const entity = await readFilingEntity(deps.table, entityId, caller);
    return {
      subject: { type: 'certificate_request', id: requestId },
      legalEntityId: entityId,
      entityName: fullName(entity),
      ...{ amountCents, currency },
      resource: `/api/v1/legal_entities/${entityId}/certificate_requests/${requestId}`,
      basis: null,
    };
  },
};

const all = [
  paysApplication,
  paysApplicationWithCoupon,
  paysAmendment,
  submitsAmendment,
  paysCertificate,
] as unknown as readonly KeyAct<OwnersRoute>[];

export interface ApprovalOutcome {
  readonly approval: StoredKeyApproval;
  /** Why it could not be carried out for now; it can be approved again. */
  readonly obstacle: ApiError | null;
}

/** Statuses that don't depend on the call itself: a missing right, or a daily limit. */
const passing: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Carries out a key's request, once, as an act of the key and with its current rights and limits.
 *
 * Error: 404 `approval.not_found`.
 */
export async function approveCall(
  id: string,
  personId: string,
  actor: Actor,
  request: Pick<ApiRequest<Route>, 'requestId' | 'clientAddress'>,
  deps: ServiceDeps,
): Promise<ApprovalOutcome> {
  const { approval, call } = await readOwnApproval(id, personId, deps);
  const act = all.find(({ route }) => route.operationId === approval.operation);
  const isOver = approval.expiresAt <= deps.now().toISOString();
  if (approval.status !== 'pending' || call === null || isOver || act === undefined) {
    return { approval, obstacle: null };
  }
  const progress: { attempt: string | null } = { attempt: null };
  const end = async (error: ApiError) => ({
    approval: await noteError(approval, { attempt: progress.attempt, error }, actor, deps),
    obstacle: null,
  });
  const key = await findActingKey(approval, deps);
  if (key === null) return end(apiErrors.invalidApiKey());
  const caller = keyCaller(key);
  const sent = {
    ...{ requestId: request.requestId, clientAddress: request.clientAddress },
    ...{ params: call.params, body: call.body, caller, query: undefined },
    effect: call.effectScope === null ? null : { scope: call.effectScope, content: call.body },
    target: approval.resource,
    headersOnly: false,
    header: () => undefined,
    answerHeader: () => {},
    answerAccepted: () => {},
  } as unknown as ApiRequest<OwnersRoute>;
  try {
    admit(act.route.auth as KeyRule, caller);
    const facts = await act.facts(sent, deps);
    if (facts === null) throw apiErrors.approvalOutdated();
    const attempt = beginAttempt(approval, call, { facts, key, actor }, deps);
    progress.attempt = attempt.id;
    await act.prepare?.(sent, deps);
    await act.run(sent, attempt.deps);
    await attempt.finish();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (!passing.has(error.status)) return end(error);
    const { approval: now } = await readOwnApproval(id, personId, deps);
    return { approval: now, obstacle: now.status === 'pending' ? error : null };
  }
  return { approval: (await readOwnApproval(id, personId, deps)).approval, obstacle: null };
}
