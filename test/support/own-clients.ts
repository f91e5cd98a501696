import type { Visitor } from './portal.ts';
import type { PageAnswer } from './visitor.ts';

/** The page with a resident's applications. */
export const ownClientsPath = '/portal/developer/applications';

export const ownRedirectUri = 'https://books.example/callback';

/** The fields of an application's form. */
export const ownClientFields = {
  name: 'Ada’s books',
  redirectUris: ownRedirectUri,
  privacyUri: 'https://books.example/privacy',
  kind: 'confidential',
  scope: ['openid', 'email', 'offline_access'],
};

export const formIdIn = ({ text }: PageAnswer) =>
  /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
export const clientIdIn = ({ text }: PageAnswer) =>
  /aria-labelledby="client-id"[^>]*>([^<]+)</.exec(text)?.[1] ?? '';
export const clientSecretIn = ({ text }: PageAnswer) =>
  /class="secret exact"[^>]*>([^<]+)</.exec(text)?.[1] ?? '';

/** Registers an application on the page. */
export async function registerOnPage(
  browser: Visitor,
  more: Readonly<Record<string, string | string[]>> = {},
) {
  const formId = formIdIn(await browser.open(`${ownClientsPath}/new`));
  const answer = await browser.send(`${ownClientsPath}/new`, {
    ...ownClientFields,
    formId,
    ...more,
  });
  return {
    clientId: clientIdIn(answer),
    clientSecret: clientSecretIn(answer),
    redirectUri: ownRedirectUri,
    answer,
  };
}
