import { afterAll, describe, expect, it } from 'vitest';
import {
  findAnyCertificateRequest,
  findCoded,
} from '../../../shared/certificates/db/certificates.ts';
import { listDocuments } from '../../../shared/documents/db/documents.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { getItem } from '../../../shared/kernel/db/table.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../../support/certificates.ts';
import { startCrashingWorkflows } from '../../support/crashing-workflows.ts';
import { everyCrash, withoutFiles } from '../../support/every-crash.ts';
import { aResident } from '../../support/registry.ts';
import { useWorld } from '../../support/use-world.ts';

/** The task whose result is lost once. */
let lost: string | null = null;

const world = await useWorld();
const ada = await aResident(world);
const crashing = await startCrashingWorkflows(world, (invoke) => async (entry, payload) => {
  const answer = await invoke(entry, payload);
  if (lost === null || !entry.endsWith(lost)) return answer;
  lost = null;
  throw new Error('the function died after its work');
});
afterAll(() => crashing.stop());

/** Runs the issuance of a request until it ends. */
const issue = (requestId: string) => crashing.run('certificate-issuance', { requestId });

async function aPaidRequest(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const entity = await aRepresentedEntity(world, ada);
  const request = await aRequest(world, entity.id, ada.standardKey);
  const { status } = await payRequest(world, request, ada.standardKey);
  expect(status).toBe(200);
  if (Object.keys(fields).length > 0) {
    await world.admin('PATCH', `/legal_entities/${entity.id}`, fields);
  }
  return request.id;
}

/** Returns everything created by a request, without values that differ between requests. */
async function endOf(id: string) {
  const request = await findAnyCertificateRequest(world.table, id);
  if (request === null) throw new Error(`no request ${id}`);
  const { entityId, documentId, verificationCode, submissionId } = request;
  const documents = await listDocuments(world.table, entityId);
  const certificate = verificationCode && (await findCoded(world.table, verificationCode));
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  const mail = await getItem(world.table, keys.event(`certificate-issued-${id}`));
  const submission = submissionId && (await getItem(world.table, keys.event(submissionId)));
  return {
    statusId: request.statusId,
    referredFor: request.referredFor,
    stuck: request.stuckAt !== undefined,
    documents: documents.map((document) => [document.id === documentId, document.visibility]),
    certificateMatches: certificate ? certificate.sha256 === documents[0]?.sha256 : null,
    mailed: mail !== undefined,
    submitted: Boolean(submission),
    audit: (body as { data: { action: string }[] }).data.map(({ action }) => action).toSorted(),
  };
}

const issued = {
  statusId: 'Issued',
  referredFor: null,
  stuck: false,
  documents: [[true, 'visible']],
  certificateMatches: true,
  mailed: true,
  submitted: false,
  audit: [
    'certificate_request.approved',
    'certificate_request.created',
    'certificate_request.issued',
    'certificate_request.paid',
  ],
};
const referred = {
  statusId: 'Pending Review',
  referredFor: 'tax_unresolved',
  stuck: false,
  documents: [],
  certificateMatches: null,
  mailed: false,
  submitted: true,
  audit: [
    'certificate_request.created',
    'certificate_request.paid',
    'certificate_request.referred',
  ],
};

describe.each([
  ['an issuance', {}, issued],
  ['a hand-over to the reviewers', { taxState: 'unknown' }, referred],
])('%s', (_, fields, expected) => {
  it('has the same result no matter which of its calls to the table fails', async () => {
    const prepare = async () => {
      const id = await aPaidRequest(fields);
      return { id, start: () => issue(id) };
    };
    const crashes = { prepare, endOf: ({ id }: { id: string }) => endOf(id), atLeast: 4 };
    expect(await everyCrash(world, crashes)).toEqual(expected);
  });

  it('changes nothing when it is run again', async () => {
    const id = await aPaidRequest(fields);
    await issue(id);
    const before = await findAnyCertificateRequest(world.table, id);
    expect(await issue(id)).toBe('SUCCEEDED');
    expect(await findAnyCertificateRequest(world.table, id)).toEqual(before);
    expect(await endOf(id)).toEqual(expected);
  });
});

it.each(['check-taxes.ts', 'issue-document.ts', 'notify-requester.ts'])(
  'an issuance creates one document if the function crashes after %s has finished',
  async (entry) => {
    const id = await aPaidRequest();
    lost = entry;
    expect(await issue(id)).toBe('SUCCEEDED');
    expect(lost).toBeNull();
    expect(await endOf(id)).toEqual(issued);
  },
);

it.each([false, true])(
  'an issuance creates one document if storing a file fails (file stored: %s)',
  async (stored) => {
    const id = await aPaidRequest();
    crashing.failFile(1, stored);
    expect(await issue(id)).toBe('SUCCEEDED');
    expect(crashing.files.left).toBeLessThan(1);
    expect(await endOf(id)).toEqual(issued);
  },
);

it('two executions at the same time issue one document', async () => {
  const id = await aPaidRequest();
  await Promise.all([issue(id), issue(id), issue(id)]);
  await crashing.engine.idle();
  expect(await endOf(id)).toEqual(issued);
});

it('an issuance that gives up marks the request as stuck, and its next run removes the mark', async () => {
  const id = await aPaidRequest();
  const { documents } = world.deps;
  crashing.mendFiles();
  expect(await withoutFiles(documents, () => issue(id))).toBe('FAILED');
  expect(await endOf(id)).toMatchObject({ statusId: 'Approved', stuck: true, documents: [] });
  expect(await issue(id)).toBe('SUCCEEDED');
  expect(await endOf(id)).toEqual({
    ...issued,
    audit: [...issued.audit, 'certificate_request.stuck'].toSorted(),
  });
});

it('no certificate is issued if the entity is dissolved while its document is created', async () => {
  const id = await aPaidRequest();
  const request = await findAnyCertificateRequest(world.table, id);
  const { documents } = world.deps;
  const { put } = documents;
  documents.put = async (file) => {
    documents.put = put;
    await world.admin('PATCH', `/legal_entities/${request?.entityId}`, {
      dissolutionDate: new Date(world.clock.now).toISOString(),
    });
    await put(file);
  };
  expect(await issue(id)).toBe('SUCCEEDED');
  expect(await endOf(id)).toMatchObject({
    statusId: 'Pending Review',
    referredFor: 'not_in_good_standing',
    documents: [],
  });
});

it('an approved request is reviewed if its entity is dissolved before the document exists', async () => {
  const id = await aPaidRequest();
  const { documents } = world.deps;
  await withoutFiles(documents, () => issue(id));
  const request = await findAnyCertificateRequest(world.table, id);
  await world.admin('PATCH', `/legal_entities/${request?.entityId}`, {
    dissolutionDate: new Date(world.clock.now).toISOString(),
  });
  expect(await issue(id)).toBe('SUCCEEDED');
  expect(await endOf(id)).toMatchObject({
    statusId: 'Pending Review',
    referredFor: 'not_in_good_standing',
    documents: [],
    submitted: true,
  });
});
