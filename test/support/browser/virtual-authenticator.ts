import type { BrowserContext, Page } from 'playwright-core';

/** A virtual security key or phone in Chromium, whose user is present and verified; see the CDP domain WebAuthn. */
export async function withAuthenticator(context: BrowserContext, page: Page, more: object = {}) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...more,
    },
  });
  return { cdp, authenticatorId };
}
