import { type Authenticator, anAuthenticator, type Ceremony } from './authenticator.ts';
import type { Visitor } from './portal.ts';
import type { PageAnswer } from './visitor.ts';
import type { World } from './world.ts';

/** A page's request to an authenticator. */
export interface AskedCeremony {
  readonly handle: string;
  readonly options: {
    readonly challenge: string;
    readonly rpId?: string;
    readonly rp?: { readonly id: string };
    readonly user?: { readonly id: string };
  };
}

/** The ceremony of a page; throws if it has none. */
export function ceremonyOn({ text }: PageAnswer): AskedCeremony {
  const [, options = ''] = /data-options="([^"]*)"/.exec(text) ?? [];
  const [, handle = ''] = /name="handle" value="([^"]*)"/.exec(text) ?? [];
  return { handle, options: JSON.parse(options.replaceAll('&quot;', '"')) };
}

/** The same, as a browser passes it to an authenticator. */
export function askedOf(
  world: World,
  { options }: AskedCeremony,
): Pick<Ceremony, 'challenge' | 'rpId' | 'origin'> & { readonly userHandle?: string } {
  const { challenge, rpId, rp, user } = options;
  return {
    challenge,
    rpId: rpId ?? rp?.id ?? '',
    origin: new URL(world.baseUrl).origin,
    ...(user && { userHandle: user.id }),
  };
}

/** Adds a passkey in a browser that has just signed in; returns its authenticator. */
export async function addPasskey(
  world: World,
  browser: Visitor,
  { authenticator = anAuthenticator(), name = 'key' } = {},
): Promise<Authenticator> {
  const { status } = await sendPasskey(world, browser, authenticator, { name });
  if (status !== 303) throw new Error(`set-up: the passkey answered ${status}`);
  return authenticator;
}

/** Runs the ceremony of a new passkey, with the given faults. */
export async function sendPasskey(
  world: World,
  browser: Visitor,
  authenticator: Authenticator,
  { name = '', ...wrong }: Partial<Ceremony> & { readonly name?: string } = {},
): Promise<PageAnswer> {
  const asked = ceremonyOn(await browser.open('/portal/passkeys/new'));
  const response = authenticator.create({ ...askedOf(world, asked), ...wrong });
  return browser.send('/portal/passkeys/new', { name, handle: asked.handle, response });
}

/** Signs in with a passkey, or tries to, with the given faults. */
export async function usePasskey(
  world: World,
  browser: Visitor,
  authenticator: Authenticator,
  wrong: Partial<Ceremony> = {},
  next = '',
): Promise<PageAnswer> {
  const query = next === '' ? '' : `?${new URLSearchParams({ next })}`;
  const asked = ceremonyOn(await browser.open(`/portal/sign-in${query}`));
  const response = authenticator.use({ ...askedOf(world, asked), ...wrong });
  return browser.send(`/portal/passkeys/sign-in${query}`, { handle: asked.handle, response });
}
