import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalKeyCaller } from '../../kernel/caller.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { apiErrors, type Noun } from '../../kernel/errors.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { findableVoucherKey, redemptionWrite, StoredVoucher } from '../../payments/db/vouchers.ts';
import { redeem } from '../../payments/domain/voucher.ts';
import {
  guessesKey,
  refuseGuesser,
  refuseVoucher,
} from '../../payments/usecases/voucher-guesses.ts';
import { StoredApplication } from '../applications.ts';
import { applicationErrors } from './application-errors.ts';
import { isVisibleTo, readOwnApplication } from './read-own-application.ts';
import {
  checkPaidByApi,
  type Payable,
  readPayable,
  settleApplication,
} from './settle-application.ts';

export interface VoucherPaymentCommand {
  readonly applicationId: string;
  readonly code: string;
  readonly noun: Noun;
  readonly caller: PersonalKeyCaller;
  readonly effect: Effect | null;
}

/**
 * Pays a draft with a voucher that covers the whole invoice, and submits it if it is signed (spec 4.7).
 * Redemption, payment and submission are one transaction: all of it happens, once, or nothing.
 *
 * Errors: 429 for an owner who tries code after code; 404; 400 not draft, not API-created, paid already, not open, or what is wrong with the voucher;
 * 409 `application.submission_failed` when the name was taken meanwhile: the invoice stays paid.
 */
export function payApplication(
  command: VoucherPaymentCommand,
  deps: ServiceDeps,
): Promise<StoredApplication> {
  const { applicationId, caller, effect } = command;
  return onceEffect(effect, deps, {
    run: (note) => untilWritten(() => attempt(command, note, deps)),
    again: async () =>
      submittedIfSigned(await readOwnApplication(deps.table, applicationId, caller), command),
  });
}

async function attempt(
  command: VoucherPaymentCommand,
  note: NoteEffect,
  deps: ServiceDeps,
): Promise<StoredApplication | typeof lostRace> {
  const at = deps.now().toISOString();
  const { voucher, payable } = await read(command, deps, at);

  const { caller } = command;
  const settled = settleApplication(
    payable,
    {
      settlement: { voucherCode: voucher?.code ?? command.code },
      actor: actorOf(caller),
      details: { method: 'voucher' },
    },
    deps,
    at,
  );
  if (!settled.ok) throw applicationErrors[settled.reason]();
  const redeemed = redeem(voucher, payable.invoice, at);
  if (!redeemed.ok) {
    return refuseVoucher(redeemed.reason, command.noun, caller.personId, deps);
  }

  const { application: next, writes } = settled.next;
  const outcome = await transact(deps.table, {
    effect: note(next.id),
    ...writes,
    voucher: redemptionWrite(redeemed.next),
    mail: caller.kind === 'agent' ? agentNotice(command, deps, at) : undefined,
  });
  if (outcome.kind !== 'written') return lostRace;
  return submittedIfSigned(next, command);
}

/** Error: 409 for one that is signed and paid, and still a draft: its name was taken since it was created. */
function submittedIfSigned(
  application: StoredApplication,
  { noun }: VoucherPaymentCommand,
): StoredApplication {
  if (application.agreement !== null && application.submittedAt === null) {
    throw apiErrors.submissionFailed(noun);
  }
  return application;
}

async function read(
  { applicationId, code, caller }: VoucherPaymentCommand,
  deps: ServiceDeps,
  at: string,
): Promise<{ readonly voucher: StoredVoucher | null; readonly payable: Payable }> {
  const [found, voucher, guesses] = await getItems(deps.table, [
    keys.application(caller.personId, applicationId),
    findableVoucherKey(code),
    guessesKey(caller.personId, deps.now()),
  ]);
  refuseGuesser(guesses, deps.now());
  const application = parseFound(StoredApplication, found);
  if (application === null || !isVisibleTo(application, caller)) {
    throw apiErrors.applicationNotFound();
  }
  checkPaidByApi(application);
  return {
    voucher: parseFound(StoredVoucher, voucher),
    payable: await readPayable(application, deps, at),
  };
}

function agentNotice(
  { applicationId, caller }: VoucherPaymentCommand,
  { newId }: ServiceDeps,
  at: string,
) {
  return eventWrite(newId(), at, {
    type: 'mail.wanted',
    mail: { template: 'agent_payment', applicationId, keyId: caller.keyId },
  });
}
