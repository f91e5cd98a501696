import { signedIn, type Visitor } from './portal.ts';
import { created } from './registry.ts';
import type { World } from './world.ts';

let holders = 0;

/** An account that someone has signed in to, and their browser. */
export async function aHolder(world: World, fields: Readonly<Record<string, unknown>> = {}) {
  holders += 1;
  const account = await created(world, '/persons', {
    email: `holder-${holders}@people.example`,
    ...fields,
  });
  const email = String(account['email']);
  return { id: account.id, email, browser: await signedIn(world, email) };
}

/** The page on which an account's holder confirms a residency application or objects to it. */
export function questionPath({ id }: { readonly id: string }): string {
  return `/portal/residency-applications/${id}`;
}

/** The page as the browser shows it, and the fields its form would send. */
export async function askedIn(browser: Visitor, application: { readonly id: string }) {
  const path = questionPath(application);
  const page = await browser.open(path);
  const digest = /name="digest" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return {
    page,
    confirm: () => browser.send(path, { decision: 'confirm', digest }),
    object: () => browser.send(path, { decision: 'object', digest }),
  };
}

/** The holder opens the page and confirms. Throws if the confirmation is refused. */
export async function confirmIn(
  browser: Visitor,
  application: { readonly id: string },
): Promise<void> {
  const { status } = await (await askedIn(browser, application)).confirm();
  if (status !== 303) throw new Error(`set-up: the confirmation answered ${status}`);
}
