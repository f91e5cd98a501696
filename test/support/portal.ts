import type { Message } from '../../shared/mail/aws/mailer.ts';
import { type PageAnswer, visitor } from './visitor.ts';
import type { World } from './world.ts';

export type Visitor = ReturnType<typeof visitor>;

/** The code in the newest email to the address, after all requested emails were sent. */
export async function mailedCode(world: World, email: string): Promise<string> {
  await world.settle();
  // Other emails to the same address may have arrived in between.
  const codes = world.mails.filter(({ to }) => to === email).map((mail) => codeIn(mail));
  const code = codes.findLast((each) => each !== null) ?? null;
  if (code === null) throw new Error('set-up: no code was mailed');
  return code;
}

/** The code in an email, of six digits or of twelve characters, or null. The number of a receipt, `R-2026-000123`, is no code. */
export function codeIn(mail: Message | undefined): string | null {
  const text = mail?.text ?? '';
  return (
    /(?<![\w-])(?:\d{6}|[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2})(?![\w-])/.exec(text)?.[0] ??
    null
  );
}

/** A browser in which a code was requested; a new one unless one is given. */
export async function anAskingVisitor(
  world: World,
  email: string,
  next = '',
  browser: Visitor = visitor(world.baseUrl),
): Promise<Visitor> {
  const query = next === '' ? '' : `?${new URLSearchParams({ next })}`;
  await browser.open(`/portal/sign-in${query}`);
  const { status } = await browser.send(`/portal/sign-in${query}`, { email });
  if (status !== 303) throw new Error(`set-up: the sign-in answered ${status}`);
  await browser.open(`/portal/sign-in/code${query}`);
  return browser;
}

/** A browser in which the person is signed in, with the home page open; a new one, unless one is given. */
export async function signedIn(world: World, email: string, used?: Visitor): Promise<Visitor> {
  const browser = await anAskingVisitor(world, email, '', used);
  const code = await mailedCode(world, email);
  const { status } = await browser.send('/portal/sign-in/code', { code });
  if (status !== 303) throw new Error(`set-up: the code answered ${status}`);
  await browser.open('/portal');
  return browser;
}

/** Status, and the address of a redirect. */
export function outcomeOf({ status, headers }: PageAnswer) {
  return { status, location: headers.get('location') };
}

/** Six digits that are not the code. */
export function anotherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** The visible text: without tags, with single spaces. */
export function shownText({ text }: PageAnswer): string {
  return text
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<\/main>[\s\S]*$/, '')
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

/** The address of the link with this text, if the page has it. */
export function linkIn({ text }: PageAnswer, label: string): string | undefined {
  const [, address] = new RegExp(`href="([^"]+)">${label}</a>`).exec(text) ?? [];
  return address?.replaceAll('&amp;', '&');
}

/** The headers that sort a table: the current order, the address of a click, and the text. */
export function sortsIn({ text }: PageAnswer): (readonly (string | undefined)[])[] {
  const heads = /<th scope="col"(?: aria-sort="(\w+)")?><a href="([^"]+)">([^<]+?)(?: <|<)/g;
  return Array.from(text.matchAll(heads), ([, order, address, label]) => [
    order,
    address?.replaceAll('&amp;', '&'),
    label,
  ]);
}
