import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin, one, aPerson } = operatorOf(world);
const folder = mkdtempSync(join(tmpdir(), 'admin-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run admin, for legal entities,', () => {
  it('imports, shows and changes them, and adds and removes representatives', async () => {
    const [ada, grace] = [await aPerson(), await aPerson()];
    const acme = await one(
      'entities import --option-id llc --name Acme --extension LLC --name-starts-with-extension ' +
        '--formation-date 2020-01-15 --registration-date 2020-01-16 --created-via-api --tax-state unknown ' +
        `--residency-effective-date 2020-02-01 --representatives ${ada.id} ` +
        `--principal-office-address '{"line1":"1 Harbour Street","city":"Port Town","postalCode":"10100","country":"HN"}'`,
    );
    expect(acme).toMatchObject({
      name: 'Acme',
      nameStartsWithExtension: true,
      formationDate: '2020-01-15T00:00:00.000Z',
      createdViaAPI: true,
      taxState: 'unknown',
      principalOfficeAddress: { line1: '1 Harbour Street' },
      residency: { effectiveDate: '2020-02-01T00:00:00.000Z', terminationDate: null, active: true },
      representatives: [{ personId: ada.id }],
    });
    expect(await admin(`entities show ${acme.id}`)).toEqual(acme);
    expect(
      await admin(
        `entities update ${acme.id} --no-created-via-api --tax-state overdue --formation-date none`,
      ),
    ).toEqual({ ...acme, createdViaAPI: false, taxState: 'overdue', formationDate: null });
    const represented = async (line: string) => {
      const { representatives } = await one(line);
      return (representatives as readonly { personId: string }[]).map(({ personId }) => personId);
    };
    expect(await represented(`representatives remove ${acme.id} ${ada.id}`)).toEqual([]);
    expect(await represented(`representatives add ${acme.id} ${grace.id}`)).toEqual([grace.id]);
  });

  it('adds, lists and changes documents, and sends their bytes unchanged', async () => {
    const { id } = await one('entities import --option-id llc --name Papers --extension LLC');
    const path = join(folder, 'articles.pdf');
    writeFileSync(path, Buffer.from([37, 80, 68, 70, 0, 255, 254]));
    const added = await one(`documents add ${id} ${path} --version 2 --slug articles`);
    expect(added).toEqual({
      id: added.id,
      name: 'articles.pdf',
      slug: 'articles',
      version: '2',
      visibility: 'visible',
      contentType: 'application/pdf',
      size: 7,
      sha256: '9e7ceecd0246227582006132a48afc57c85ec8f1afb3a6a10e8582bca303ade9',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    const revised = { ...added, name: 'Articles', slug: null, visibility: 'admin_only' };
    expect(
      await admin(
        `documents update ${id} ${added.id} --name Articles --slug none --visibility admin_only`,
      ),
    ).toEqual(revised);
    expect(await admin(`documents list ${id}`)).toEqual([{ ...revised, withdrawnAt: null }]);
  });
});
