import type { StaffRole } from '../../shared/staff/domain/staff-rights.ts';
import { operatorOf } from './admin.ts';
import { type Authenticator, anAuthenticator, type Ceremony } from './authenticator.ts';
import { askedOf, ceremonyOn } from './passkeys.ts';
import type { Visitor } from './portal.ts';
import { aStaffMember } from './staff.ts';
import type { PageAnswer } from './visitor.ts';
import type { World } from './world.ts';

const newPath = '/portal/passkeys/new';

/** The code that an operator makes for a staff member. */
export async function passkeyCodeOf(world: World, personId: string): Promise<string> {
  const made = await operatorOf(world).data('POST', `/staff/${personId}/passkey_code`);
  return String(Object(made).code);
}

/**
 * Adds a passkey with an operator's code, in a browser that has just signed in; returns the answers
 * of the two steps.
 */
export async function sendStaffPasskey(
  world: World,
  browser: Visitor,
  code: string,
  authenticator: Authenticator = anAuthenticator(),
): Promise<{ readonly entered: PageAnswer; readonly added: PageAnswer | null }> {
  await browser.open(newPath);
  const entered = await browser.send(newPath, { code });
  if (entered.status !== 200) return { entered, added: null };
  const asked = ceremonyOn(entered);
  const response = authenticator.create(askedOf(world, asked));
  const added = await browser.send(newPath, { name: '', handle: asked.handle, response });
  return { entered, added };
}

/** A staff member with a passkey for decisions, and a browser in which they signed in by email. */
export async function aDecider(world: World, roles: readonly StaffRole[] = ['reviewer']) {
  const member = await aStaffMember(world, roles);
  const authenticator = anAuthenticator();
  const code = await passkeyCodeOf(world, member.id);
  const { added } = await sendStaffPasskey(world, member.browser, code, authenticator);
  if (added?.status !== 303) throw new Error(`set-up: the passkey answered ${added?.status}`);
  return { ...member, authenticator };
}

/** The redirect address of a decision that needs a passkey; throws if there is no redirect. */
export function confirmPathOf({ status, headers }: PageAnswer): string {
  const location = headers.get('location') ?? '';
  if (status !== 307) throw new Error(`the decision answered ${status} ${location}`);
  return location;
}

type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** The page that asks for the passkey, as a browser gets it after a redirect, and the response to its ceremony. */
export async function confirm(
  world: World,
  browser: Visitor,
  path: string,
  fields: FormFields,
  authenticator: Authenticator,
  wrong: Partial<Ceremony> = {},
) {
  const shown = await browser.send(path, fields);
  const asked = ceremonyOn(shown);
  const response = authenticator.use({ ...askedOf(world, asked), ...wrong });
  const sent = { ...fields, handle: asked.handle, response };
  return { shown, sent, answer: await browser.send(path, sent) };
}

/** A registry operator who sends forms of the console, and uses the passkey when asked. */
export async function aConsoleOperator(world: World) {
  const decider = await aDecider(world, ['operator']);
  const { browser, authenticator } = decider;
  return {
    ...decider,
    /** Opens the page and sends it the form; returns the last answer. */
    async acts(path: string, fields: FormFields): Promise<PageAnswer> {
      await browser.open(path);
      // The hidden field of another form of the page.
      const answer = await browser.send(path, { personId: [], ...fields });
      if (answer.status !== 307) return answer;
      const { sent } = await confirm(world, browser, confirmPathOf(answer), fields, authenticator);
      return browser.send(path, sent);
    },
  };
}
