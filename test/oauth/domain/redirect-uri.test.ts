import { describe, expect, it } from 'vitest';
import { RedirectUrl } from '../../../shared/kernel/contracts/redirect-url.ts';
import { redirectOrigin } from '../../../shared/kernel/domain/redirect-destination.ts';
import { isRedirectUri } from '../../../shared/oauth/domain/client-metadata.ts';

describe('isRedirectUri', () => {
  it.each([
    'https://client.example/callback',
    'https://client.example',
    'https://client.example/callback?state=a&b=%20',
    'HTTPS://client.example/callback',
    'http://localhost:8080/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9000/callback',
  ])('accepts %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    ['plain http', 'http://client.example/callback'],
    ['a host that only begins with localhost', 'http://localhost.example/callback'],
    ['a fragment', 'https://client.example/callback#top'],
    ['an empty fragment', 'https://client.example/callback#'],
    ['another scheme', 'javascript:alert(1)'],
    ['an app scheme', 'app://callback'],
    ['a relative reference', '/callback'],
    ['no slashes', 'https:client.example'],
    ['no host', 'https://'],
    ['a path where the host should be', 'https:///cb'],
    ['a path behind many slashes', 'https://///client.example/cb'],
    ['a query where the host should be', 'https://?cb'],
    ['a backslash where the host should be', 'https://\\\\client.example/cb'],
    ['a backslash that some parsers read as a slash', 'https://client.example\\@other.example/'],
    ['a wildcard host', 'https://*.client.example/callback'],
    ['a wildcard alone', 'https://*/callback'],
    ['an escaped wildcard', 'https://%2A.client.example/callback'],
    ['a wildcard in the name', 'https://client*.example/callback'],
    ['a host with a semicolon, which ends a policy directive', 'https://client.example;x/callback'],
    ['a host with a comma', 'https://a.example,b.example/callback'],
    ['a host with a quote, which starts a policy keyword', "https://a'b.example/callback"],
    ['a user name', 'https://bank.example@client.example/'],
    ['leading white space', ' https://client.example/'],
    ['a line break', 'https://client.example/\ncallback'],
    ['an unescaped letter outside ASCII', 'https://client.example/ä'],
    ['a bad port', 'https://client.example:99999/'],
    ['empty text', ''],
  ])('refuses %s', (_, uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('RedirectUrl', () => {
  it.each([
    'https://*.client.example/',
    'https://a;b.example/',
    'https://a,b.example/',
    "https://a'b.example/",
    'http://client.example/',
    'https://user@client.example/',
    'https://client.example\\\\@other.example/',
    'https:client.example',
  ])('refuses %s for applications and payments, as isRedirectUri does', (uri) => {
    expect([RedirectUrl.safeParse(uri).success, isRedirectUri(uri)]).toEqual([false, false]);
  });
});

describe('redirectOrigin', () => {
  it.each([
    ['https://partner.example', 'https://partner.example'],
    ['https://Partner.Example/', 'https://partner.example'],
    ['https://partner.example:443', 'https://partner.example'],
    ['https://partner.example:8443', 'https://partner.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('normalises %s to %s', (text, origin) => {
    expect(redirectOrigin(text)).toBe(origin);
  });

  it.each([
    'https://partner.example/path',
    'https://partner.example/?query',
    'https://partner.example?',
    'https://partner.example#',
    'http://partner.example',
    'partner.example',
    'https://*.partner.example/..//x',
    'https://*.partner.example',
    'https:///partner.example',
    'https://*',
  ])('refuses %s', (text) => {
    expect(redirectOrigin(text)).toBeNull();
  });
});
