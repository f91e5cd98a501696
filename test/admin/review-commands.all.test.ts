import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  aDraft,
  aPreAcceptingAgent,
  applicationPayload,
  aVoucher,
  pay,
} from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';
import { runInShell } from './shell.ts';

const world = await useWorld();
const { admin, one } = operatorOf(world);
const owner = await aResident(world);
const agent = await aPreAcceptingAgent(world, owner);

it('npm run admin reviews statistics shows pending cases and decision times', async () => {
  expect(await admin('reviews statistics')).toMatchObject({
    reviews: {
      types: expect.arrayContaining([
        expect.objectContaining({ type: 'amendment', decisions: null }),
      ]),
    },
  });
});

/** A submitted application with its pending review. */
async function submitted() {
  const draft = await aDraft(world, agent);
  await pay(world, draft, await aVoucher(world));
  await world.settle();
  const [review] = (await admin(`reviews list --subject-id ${draft.id}`)) as { id: string }[];
  return { draft, reviewId: String(review?.id) };
}

describe('npm run admin, for reviews and applications,', () => {
  it('lists, shows and approves pending reviews', async () => {
    const { draft, reviewId } = await submitted();
    const review = await one(`reviews show ${reviewId}`);
    expect(review).toMatchObject({
      status: 'pending',
      subject: { type: 'legal_entity_application', id: draft.id },
    });
    const {
      objections,
      answer,
      notes,
      informationRequests,
      similarNames,
      similarPeople,
      ...listed
    } = review;
    expect([objections, answer, notes, informationRequests, similarNames, similarPeople]).toEqual([
      [],
      null,
      [],
      [],
      [],
      [],
    ]);
    expect(await admin('reviews list --status pending')).toEqual([listed]);
    expect(await admin(`reviews approve ${reviewId} --reason "complete"`)).toMatchObject({
      id: reviewId,
      status: 'approved',
      reason: 'complete',
    });
    await world.settle();
    expect(await admin('reviews list --status pending')).toEqual([]);
    expect(await admin(`applications show ${draft.id}`)).toMatchObject({
      statusId: 'Approved',
      signed: true,
      invoice: { statusId: 'paid' },
    });
  });

  it('rejects with a reason, and refuses to reject without one', async () => {
    const { draft, reviewId } = await submitted();
    const without = await runInShell({ url: world.baseUrl }, `reviews reject ${reviewId}`);
    expect({ exitCode: without.exitCode, err: without.err }).toEqual({
      exitCode: 2,
      err: expect.stringContaining('--reason'),
    });
    await admin(`reviews reject ${reviewId} --reason "The address is incomplete"`);
    await world.settle();
    expect(await admin(`applications show ${draft.id}`)).toMatchObject({ statusId: 'Rejected' });
  });

  it('claims, releases, adds notes and questions, and names who has already decided', async () => {
    const { reviewId } = await submitted();
    const local = 'arn:aws:iam::000000000000:user/local';
    expect(await one(`reviews claim ${reviewId}`)).toMatchObject({ claim: { by: local } });
    expect(await one(`reviews release ${reviewId}`)).toMatchObject({ claim: null });
    expect(await one(`reviews note ${reviewId} Compared.`)).toMatchObject({
      notes: [{ by: local, text: 'Compared.' }],
    });
    expect(await one(`reviews ask ${reviewId} "Which door?"`)).toMatchObject({
      status: 'pending',
      informationRequests: [{ message: 'Which door?', requestedBy: local, answeredAt: null }],
    });
    await one(`reviews approve ${reviewId}`);
    const late = await runInShell({ url: world.baseUrl }, `reviews claim ${reviewId}`);
    expect({ exitCode: late.exitCode, err: late.err }).toEqual({
      exitCode: 1,
      err: expect.stringMatching(`approved by ${local} at [0-9: -]+Z\n`),
    });
  });

  it('shows reviews in a table with complete ids', async () => {
    const { draft, reviewId } = await submitted();
    const { out } = await runInShell({ url: world.baseUrl }, 'reviews list --status pending');
    expect(out).toContain(reviewId);
    expect(out).toContain(draft.id);
  });

  it('records an application from a file, renames it, and voids its invoice', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'registry-admin-'));
    try {
      const file = join(directory, 'application.json');
      await writeFile(
        file,
        JSON.stringify({ personId: owner.id, applicationData: applicationPayload() }),
      );
      const recorded = await one(`applications record --body ${file}`);
      expect(recorded).toMatchObject({
        statusId: 'Draft',
        applicationData: { createdViaAPI: false },
      });
      expect(await admin(`applications rename ${recorded.id} --name Renamed`)).toMatchObject({
        applicationData: { entityDetails: { name: 'Renamed' } },
      });
      const refused = await runInShell(
        { url: world.baseUrl },
        `applications submit ${recorded.id}`,
      );
      expect({ exitCode: refused.exitCode, err: refused.err }).toEqual({
        exitCode: 1,
        err: expect.stringContaining('application.not_ready'),
      });
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('shows an invoice, and refuses to void one that is paid', async () => {
    const { draft } = await submitted();
    const { invoice } = (await admin(`applications show ${draft.id}`)) as {
      invoice: { id: string };
    };
    expect(await admin(`invoices show ${invoice.id}`)).toEqual(invoice);
    const refused = await runInShell({ url: world.baseUrl }, `invoices void ${invoice.id} --yes`);
    expect({ exitCode: refused.exitCode, err: refused.err }).toEqual({
      exitCode: 1,
      err: expect.stringContaining('invoice.not_open'),
    });
  });
});
