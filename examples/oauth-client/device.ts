// A program without a browser: the person signs in on another device. Usage: ISSUER=… CLIENT_ID=… node device.ts
import * as oauth from 'openid-client';

const { ISSUER = 'http://localhost:3000', CLIENT_ID = '' } = process.env;

// A public client has no secret.
const config = await oauth.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  oauth.None(),
  ISSUER.startsWith('http:') ? { execute: [oauth.allowInsecureRequests] } : {},
);

const device = await oauth.initiateDeviceAuthorization(config, {
  scope: 'openid offline_access service:person.residency.read',
});
process.stdout.write(
  `Open ${device.verification_uri_complete}\nand check that it shows the code ${device.user_code}\n`,
);

// Polls at the interval that the registry sets, until the person has decided.
const tokens = await oauth.pollDeviceAuthorizationGrant(config, device);
const answer = await oauth.fetchProtectedResource(
  config,
  tokens.access_token,
  new URL('/api/v1/me/natural-person/residency', ISSUER),
  'GET',
);
process.stdout.write(`${JSON.stringify(await answer.json(), null, 2)}\n`);

// A real program stores the refresh token in the system's key store.
if (tokens.refresh_token !== undefined) await oauth.tokenRevocation(config, tokens.refresh_token);
