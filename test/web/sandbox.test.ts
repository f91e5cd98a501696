import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

async function answers(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(new URL(path, world.deps.baseUrl), { headers });
  return { says: answer.headers.get('sandbox'), text: await answer.text() };
}

const banner = {
  en: 'Sandbox: for trials. Nothing here has any effect',
  es: 'Entorno de pruebas: nada de lo que se hace aquí tiene efecto',
};

describe.each([
  [true, 'true'],
  [undefined, null],
] as const)('where isSandbox is %s', (isSandbox, says) => {
  it.each(['/health', '/api/v1/whoami', '/portal', '/nothing/is/here', '/api/v1/openapi.json'])(
    'the answer at %s has the header, or has not',
    async (path) => {
      Object.assign(world.deps, { isSandbox });
      expect((await answers(path)).says).toBe(says);
    },
  );

  it('the reference says it, or does not', async () => {
    Object.assign(world.deps, { isSandbox });
    const { text } = await answers('/docs/reference');
    expect(text.includes(banner.en)).toBe(isSandbox === true);
  });

  it.each(['en', 'es'] as const)('every page says it in %s, or does not', async (language) => {
    Object.assign(world.deps, { isSandbox });
    const headers = { accept: 'text/html', 'accept-language': language };
    for (const path of ['/', '/portal', '/nothing/is/here']) {
      const { text } = await answers(path, headers);
      expect(text.includes(banner[language])).toBe(isSandbox === true);
    }
  });
});
