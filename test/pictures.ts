import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { startChromium } from './support/browser/chromium.ts';

/**
 * `npm run pictures`: creates the README's pictures of a running service in the branding of an
 * invented jurisdiction, and of a sample certificate. Needs Chromium and pdftoppm (Debian:
 * chromium-headless-shell, poppler-utils).
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/pictures');
const data = mkdtempSync(join(tmpdir(), 'registry-pictures-'));

async function start() {
  const stage = ['--stage', 'stages/examples/puerto-lucero.json'];
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'bin/local.ts', '--data', data, ...stage],
    {
      cwd: root,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('Ready in')) ready.resolve();
  });
  await ready.promise;
  const { baseUrl } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { baseUrl: String(baseUrl), stop };
}

/** Signs in with the code in the local service's mailbox. */
async function signIn(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(`${baseUrl}/portal`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  let code: string | undefined;
  while (code === undefined) {
    const answer = await fetch(`${baseUrl}/local/mail`);
    const mails = (await answer.json()) as { data: { to: string[]; text: string }[] };
    const texts = mails.data.filter(({ to }) => to.includes(email));
    code = texts.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
  }
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('link', { name: 'Sign out' })
    .or(page.getByText('Sign out'))
    .first()
    .waitFor();
}

const { baseUrl, stop } = await start();
const browser = await startChromium();
try {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await signIn(page, baseUrl, 'ada@residents.example');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `portal-${colorScheme}.png`) });
  }
  const sample = join(root, 'docs/samples/certificate-of-organization.pdf');
  const picture = ['-png', '-singlefile', '-r', '80', sample, join(folder, 'certificate')];
  await promisify(execFile)('pdftoppm', picture);
} finally {
  await browser.close();
  await stop();
  rmSync(data, { recursive: true, force: true });
}
