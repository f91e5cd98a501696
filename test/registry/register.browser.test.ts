import { expect, it } from 'vitest';
import { publishedFields } from '../../shared/kernel/domain/published-field.ts';
import { keepRegisterStatistics } from '../../shared/registry/usecases/register-statistics.ts';
import { violationsOnPage, walkOver } from '../support/browser/accessibility.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { anEntity, type created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
Object.assign(world.deps, { publicRegister: publishedFields });

const common = 'Lighthouse';
const active = await anEntity(world, { name: `${common} One`, formationDate: '2025-03-04' });
const dissolved = await anEntity(world, { name: `${common} Two` });
await world.admin('PATCH', `/legal_entities/${dissolved.id}`, { dissolutionDate: '2026-01-02' });
await keepRegisterStatistics({ names: 2 }, world.deps);

const numberOf = ({ residentPermitNumber }: Awaited<ReturnType<typeof created>>) =>
  String(residentPermitNumber);

/** A page in each of its states, by the name of its screenshot. */
const pages = {
  start: '',
  found: `?q=${common}`,
  nothing: '?q=Zzyzx',
  active: `/${numberOf(active)}`,
  dissolved: `/${numberOf(dissolved)}`,
  unknown: '/89999999999990',
} as const;

it.each([
  ['light', 320],
  ['light', 1280],
  ['dark', 320],
  ['dark', 1280],
] as const)(
  'the public register has no accessibility violations, %s at %i pixels, and in print',
  async (colorScheme, width) => {
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `register-${name}-${colorScheme}-${width}`);
      const printed: unknown[] = [];
      for (const [name, path] of Object.entries(pages)) {
        // The register has a limit per minute.
        world.clock.now += 5_000;
        const answer = await page.goto(`${world.baseUrl}/register${path}`);
        expect([name, answer?.status()]).toEqual([name, name === 'unknown' ? 404 : 200]);
        await check(name);
        await page.emulateMedia({ media: 'print' });
        const violations = await violationsOnPage(page);
        if (violations.length > 0) printed.push({ name, violations });
        await page.emulateMedia({ media: 'screen' });
      }
      expect({ found, printed }).toEqual({ found: [], printed: [] });
    });
  },
);
