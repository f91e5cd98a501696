import type { DueCases } from '../../shared/account/usecases/act-on-mailbox-case.ts';
import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import { functionHandler } from './function-handler.ts';
import type { Visitor } from './portal.ts';
import { visitor } from './visitor.ts';
import type { World } from './world.ts';

export const hour = 3_600_000;

/** Opens a case as an operator, and returns its id. */
export async function aLostMailbox(
  world: World,
  personId: string,
  email = `new-${personId}@lost.example`,
): Promise<string> {
  const { status, body } = await world.admin('POST', '/mailbox_cases', { personId, email });
  if (status !== 200) throw new Error(`set-up: the case answered ${status}`);
  return (body as { data: { id: string } }).data.id;
}

/** A case as operators read it. */
export async function caseOf(world: World, id: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await world.admin('GET', `/mailbox_cases/${id}`);
  return (body as { data: Record<string, unknown> }).data;
}

/** Uploads a file of evidence as a browser does, and returns the status. */
export async function sendEvidence(
  world: World,
  browser: Visitor,
  caseId: string,
  content: Uint8Array = new TextEncoder().encode('%PDF-1.7\nidentity'),
  kind = 'identity_document',
): Promise<number> {
  await browser.open('/portal');
  const form = new FormData();
  form.append('csrf', browser.token() ?? '');
  form.append('kind', kind);
  form.append('file', new File([new Uint8Array(content)], 'a.pdf', { type: 'application/pdf' }));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${world.baseUrl}/portal/mailboxes/${caseId}/evidence`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: form,
  });
  return response.status;
}

/** Opens each file of evidence that the page of the case links to. */
export async function openEvidence(browser: Visitor, caseId: string): Promise<void> {
  const { text } = await browser.open(`/portal/mailboxes/${caseId}`);
  const links = [...text.matchAll(/href="([^"]*\/evidence\/[^"]+)"/g)];
  for (const [, link = ''] of links) await browser.open(link);
}

/** Decides in a staff member's browser, opening the evidence before an approval; returns the status. */
export async function decideOnMailbox(
  browser: Visitor,
  caseId: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  if (fields['decision'] === 'approve') await openEvidence(browser, caseId);
  await browser.open('/portal');
  return (await browser.send(`/portal/mailboxes/${caseId}`, fields)).status;
}

/** The task that runs every hour. */
export async function carryOutNow(world: World, deps: Partial<CoreDeps> = {}): Promise<DueCases> {
  const handler = await functionHandler<() => Promise<DueCases>>(
    'functions/mailboxes/carry-out.ts',
    { ...world.deps, ...deps },
  );
  return handler();
}

/**
 * The path of the link in the newest email to an address, which stops a case or confirms its new
 * address.
 */
export async function mailboxLinkTo(
  world: World,
  email: string,
  what: 'stop' | 'confirm',
): Promise<string> {
  await world.settle();
  const mail = world.mails.findLast(
    ({ to, text }) => to === email && text.includes(`/portal/mailboxes/${what}/`),
  );
  const link = new RegExp(`/portal/mailboxes/${what}/[\\w-]{43}`).exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error('set-up: no link was mailed');
  return link;
}

/** Opens the link that was emailed to the new address of a case, and confirms it. */
export async function proveNewAddress(world: World, caseId: string): Promise<void> {
  const { newEmail } = await caseOf(world, caseId);
  const link = await mailboxLinkTo(world, String(newEmail), 'confirm');
  const browser = visitor(world.baseUrl);
  await browser.open(link);
  const { status } = await browser.send(link, {});
  if (status !== 303) throw new Error(`set-up: the new address was confirmed with ${status}`);
}
