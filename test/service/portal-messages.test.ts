import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { pageType } from '../../shared/kernel/http/route.ts';
import * as oauthErrors from '../../shared/oauth/errors/oauth-errors.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aDraft, aPreAcceptingAgent, aVoucher } from '../support/drafts.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

/** Every message to a caller that names the portal, with the page that it refers to. */
const pages: Readonly<Record<string, string>> = {
  'Voucher applied, but the application could not be submitted automatically. Open the application in the portal.':
    '/portal/applications/{applicationId}',
  'Coupon applied, but the application could not be submitted automatically. Open the application in the portal.':
    '/portal/applications/{applicationId}',
  'A key that needs its owner’s approval cannot turn off this requirement. Use the portal.':
    '/portal/developer/keys/{keyId}/limits',
  'Two staff members must approve this in the portal': '/portal/reviews/{id}',
  'Must be the URL of a file that a representative uploaded to the portal':
    '/portal/uploads/tax-proof',
};

/** An argument for any message: it works as a text, a list or an object. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => '1';
    return name === Symbol.iterator ? () => [][Symbol.iterator]() : anything;
  },
  apply: () => anything,
});

/** The texts that an error shows to its caller. */
function textsOf(error: ApiError): readonly string[] {
  const { error_description = '', details } = error.extras;
  const listed = Array.isArray(details) ? details : [];
  return [
    error.message,
    String(error_description),
    ...listed.map(({ message }) => String(message)),
  ];
}

/** Every message that the error modules can make, with both words for vouchers. */
function fixedMessages(): readonly string[] {
  const makers: readonly unknown[] = [apiErrors, oauthErrors].flatMap((each) =>
    Object.values(each),
  );
  return makers.flatMap((make) => {
    const said = ['Voucher', 'Coupon'].flatMap((word) => messagesWith(make, word));
    return said.length > 0 ? said : messagesWith(make, anything);
  });
}

/** The texts of an error made with this argument; empty if it takes another one. */
function messagesWith(make: unknown, given: unknown): readonly string[] {
  try {
    // Each export makes an error from its arguments.
    const made = (make as (...values: unknown[]) => ApiError)(given, anything, anything);
    return textsOf(made);
  } catch {
    return [];
  }
}

/** Quoted texts in the layers that answer callers: messages that are built where they are used. */
function writtenMessages(): readonly string[] {
  const files = globSync('{shared,functions}/**/*.ts').filter(
    // Descriptions are for readers of the API documentation.
    (file) => answers.test(file) && !file.endsWith('/descriptions.ts'),
  );
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/^(?! *(?:\/\/|\*|import|} from)).*?(['`])([^'`\n]*)\1/gm)]
      .map(([, , text = '']) => text)
      .filter((text) => / /.test(text));
  });
}

const answers =
  /\/(?:contracts|domain|usecases|auth|http)\/|^functions\/|-contract\.ts$|^shared\/web\//;

const namesPortal = (text: string) => /\bportal\b/i.test(text) && !/\$\{/.test(text);

describe('a message that names the portal', () => {
  const fixed = [...new Set([...fixedMessages(), ...rowMessages()].filter(namesPortal))];

  it('is listed here with its page, if it is a fixed text', () => {
    expect(fixed.filter((text) => pages[text] === undefined)).toEqual([]);
    expect(fixed.length).toBeGreaterThanOrEqual(3);
  });

  it('is listed here wherever it is written in the code', () => {
    const written = [...new Set(writtenMessages().filter(namesPortal))];
    expect(written.filter((text) => pages[text] === undefined && !others.has(text))).toEqual([]);
    expect(written).toContain(
      'Must be the URL of a file that a representative uploaded to the portal',
    );
  });

  it.each(Object.entries(pages))('%s refers to an existing page', (_, path) => {
    const row = routes.find((each) => each.path === path && each.method === 'GET');
    expect(row?.produces).toBe(pageType);
  });

  it("includes the URL of the application's page if a paid application was not submitted", async () => {
    const owner = await aResident(world);
    const agent = await aPreAcceptingAgent(world, owner);
    const draft = await aDraft(world, agent);
    await anEntity(world, { name: draft.name });
    const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
    const body = { voucherCode: await aVoucher(world) };
    const answer = await world.call('POST', path, { key: agent, body });
    expect(answer.status).toBe(409);
    const { error_description = '' } = answer.body as { error_description?: string };
    const url = error_description.split(' ').at(-1) ?? '';
    expect(url).toBe(`${world.baseUrl}/portal/applications/${draft.id}`);
    const browser = await signedIn(world, owner.email);
    const page = await browser.open(url.slice(world.baseUrl.length));
    expect(page.status).toBe(200);
    expect(shownText(page)).toContain(draft.name);
  });
});

/** Texts in those layers that are not messages to API callers. */
const others: ReadonlySet<string> = new Set(['portal form']);

/** The error descriptions of route rows. */
function rowMessages(): readonly string[] {
  return routes.flatMap(({ errors }) => errors.flatMap(({ error, when = '' }) => [error, when]));
}
