import { describe, expect, it } from 'vitest';
import { anAskingVisitor, mailedCode } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

async function answers(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(new URL(path, world.deps.baseUrl), { headers });
  return { says: answer.headers.get('sandbox'), text: await answer.text() };
}

const banner = {
  en: 'Test environment: filings are not real and no money is charged.',
  es: 'Entorno de pruebas: los trámites no son reales y no se cobra dinero.',
};

describe.each([
  [true, 'true'],
  [undefined, null],
] as const)('where isSandbox is %s', (isSandbox, says) => {
  it.each(['/health', '/api/v1/whoami', '/portal', '/nothing/is/here', '/api/v1/openapi.json'])(
    'the answer at %s has the Sandbox header only in a sandbox',
    async (path) => {
      Object.assign(world.deps, { isSandbox });
      expect((await answers(path)).says).toBe(says);
    },
  );

  it('the API reference has the banner only in a sandbox', async () => {
    Object.assign(world.deps, { isSandbox });
    const { text } = await answers('/docs/reference');
    expect(text.includes(banner.en)).toBe(isSandbox === true);
  });

  it.each(['en', 'es'] as const)(
    'pages have the banner in %s only in a sandbox',
    async (language) => {
      Object.assign(world.deps, { isSandbox });
      const headers = { accept: 'text/html', 'accept-language': language };
      for (const path of ['/', '/portal', '/nothing/is/here']) {
        const { text } = await answers(path, headers);
        expect(text.includes(banner[language])).toBe(isSandbox === true);
      }
    },
  );
});

it('an email begins with the sandbox banner', async () => {
  Object.assign(world.deps, { isSandbox: true });
  const { email } = await aResident(world);
  await anAskingVisitor(world, email);
  await mailedCode(world, email);
  expect(world.mails.at(-1)?.text.split('\n')[0]).toBe(banner.en);
});
