import { describe, expect, it } from 'vitest';
import { readProofCode } from '../../../shared/account/domain/proof.ts';
import {
  newVerificationCode,
  readVerificationCode,
} from '../../../shared/certificates/domain/verification-code.ts';
import { clientNetwork, clientSite } from '../../../shared/kernel/domain/client-network.ts';
import {
  bareCode,
  codeKey,
  isReferralCode,
  isVoucherCode,
  voucherCodeKey,
} from '../../../shared/kernel/domain/code.ts';
import { foldCase } from '../../../shared/kernel/domain/fold-case.ts';
import { redirectOrigin } from '../../../shared/kernel/domain/redirect-destination.ts';
import { isRedirectUri, isVerifiable } from '../../../shared/oauth/domain/client-metadata.ts';
import { userCodeKey } from '../../../shared/oauth/domain/device-authorization.ts';
import { isResidentPermitNumber, residentPermitNumber } from '../../../shared/people/domain/rpn.ts';
import { isSignedByName } from '../../../shared/residency/contracts/visitor-pass-contract.ts';
import { codeKindOf, drawCode, shownCode } from '../../../shared/sign-in/domain/sign-in-code.ts';
import { returnPath } from '../../../shared/sign-in/domain/sign-in-reason.ts';

/**
 * The formats of numbers, codes and addresses: anything additional at the start or end is invalid.
 */

/** Invalid texts made from a valid one: longer, and with an extra line. */
const around = (text: string) => [
  `x${text}`,
  `${text}x`,
  ` ${text}`,
  `${text} `,
  `${text}\n`,
  `\n${text}`,
];

describe('a resident permit number (spec 1)', () => {
  it('has 14 digits and starts with 8 or 9', () => {
    expect(['80000000000000', '99999999999999'].every(isResidentPermitNumber)).toBe(true);
    const others = ['70000000000000', '8000000000000', '800000000000000', '8000000000000x', ''];
    expect(others.some(isResidentPermitNumber)).toBe(false);
    expect(around('80000000000000').some(isResidentPermitNumber)).toBe(false);
    expect(isResidentPermitNumber('980000000000000')).toBe(false);
  });

  it('is built from a number below 10^13', () => {
    expect(residentPermitNumber('legal_entity', 0)).toBe('80000000000000');
    expect(residentPermitNumber('natural_person', 10 ** 13 - 1)).toBe('99999999999999');
  });
});

describe('codes of vouchers and referrals', () => {
  it('of vouchers have 3 to 64 capitals, digits, dashes and underscores', () => {
    for (const code of ['ABC', 'A-1_', 'A'.repeat(64)]) expect(isVoucherCode(code)).toBe(true);
    const others = ['', 'AB', 'A'.repeat(65), 'abc', 'A.C', 'A C', 'ÄBC', '#ABC', 'ABC#'];
    expect([...others, ...around('ABC')].filter(isVoucherCode)).toEqual([]);
  });

  it('of referrals may also have lowercase letters and dots', () => {
    for (const code of ['abc', 'A.b-1_', 'a'.repeat(64)]) expect(isReferralCode(code)).toBe(true);
    const others = ['', 'ab', 'a'.repeat(65), 'a c', 'äbc', 'a/c', '#abc', 'abc#', ' abc', 'abc\n'];
    expect(others.filter(isReferralCode)).toEqual([]);
  });

  it('are trimmed and uppercased for comparison', () => {
    expect(codeKey(' abC-1\n')).toBe('ABC-1');
  });
});

describe('codes that are emailed, printed and typed', () => {
  it('are recognized as short, long or invalid', () => {
    expect([codeKindOf('012345'), codeKindOf('23456789ABCD')]).toEqual(['short', 'long']);
    const others = [
      '',
      '12345',
      '1234567',
      '23456789ABC',
      '23456789ABCDE',
      '0BCDEFGHJKLM',
      '2BCDEFGHIJKL',
    ];
    expect([...others, ...around('012345'), ...around('23456789ABCD')].map(codeKindOf)).toEqual(
      Array.from({ length: others.length + 12 }, () => null),
    );
  });

  it('are generated with all digits; long ones are shown in groups of four', () => {
    expect(drawCode('short', (count) => new Uint8Array(count))).toBe('000000');
    expect(drawCode('long', (count) => new Uint8Array(count))).toBe('222222222222');
    expect([shownCode('012345'), shownCode('23456789ABCD')]).toEqual(['012345', '2345-6789-ABCD']);
  });

  it('are compared without spaces, hyphens or case', () => {
    expect(bareCode(' 2345-6789\tabcd ')).toBe('23456789ABCD');
    expect(readVerificationCode(' 2345-6789–abcd EFGH')).toBe('23456789ABCDEFGH');
    expect(userCodeKey(' bcdf – ghjk')).toBe('BCDFGHJK');
  });

  it.each([
    ['in full width', '１２３４５６'],
    ['in Arabic-Indic digits', '١٢٣٤٥٦'],
    ['in Persian digits', '۱۲۳۴۵۶'],
    ['in Devanagari digits', '१२३४५६'],
    ['with a dash of typography', '123–456'],
    ['with a minus sign', '123−456'],
    ['with a non-breaking hyphen', '123\u2011456'],
    ['with a full stop behind it', '123456.'],
    ['with an ideographic full stop and a space', '123　456。'],
    ['with invisible marks', '\u200e123\u200b456\ufeff'],
  ])('are read %s', (_, typed) => {
    expect(bareCode(typed)).toBe('123456');
    expect(readVerificationCode(`ABCDEFGHJK${typed.replaceAll(/[1１١۱१]/g, '7')}`)).toBe(
      'ABCDEFGHJK723456',
    );
    expect(readProofCode(`ABCDEFGHJKMNPQRSTUVW${typed.replaceAll(/[1１١۱१]/g, '7')}`)).toBe(
      'ABCDEFGHJKMNPQRSTUVW723456',
    );
    expect(userCodeKey(`ＢＣdfGhJK${typed.replaceAll(/\p{Nd}/gu, '')}`)).toBe('BCDFGHJK');
    expect(voucherCodeKey(`ada-${typed}`).replaceAll('-', '')).toBe('ADA123456');
    expect(codeKey(` ada–${typed}`).replaceAll(/[-.。]/gu, '')).toBe('ADA123456');
  });

  it('accept the digits of every script', () => {
    const digits: Record<string, string> = {};
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/\p{Nd}/u.test(character))
        digits[codeKey(character)] = `${digits[codeKey(character)] ?? ''}.`;
    }
    const counts = Object.values(digits).map(({ length }) => length);
    expect(Object.keys(digits).join('')).toBe('0123456789');
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(60);
  });

  it('of certificates have 16 characters, of devices 8 consonants', () => {
    expect(newVerificationCode((count) => new Uint8Array(count))).toBe('2'.repeat(16));
    const printed = [
      '',
      '2'.repeat(15),
      '2'.repeat(17),
      `1${'2'.repeat(15)}`,
      `${'2'.repeat(15)}O`,
    ];
    expect(printed.map(readVerificationCode)).toEqual(printed.map(() => null));
    expect(readVerificationCode(`x!${'2'.repeat(15)}`)).toBeNull();
    expect(
      ['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDFGHJA', 'ABCDFGHJK', 'BCDFGHJK1'].map(userCodeKey),
    ).toEqual(Array.from({ length: 6 }, () => null));
  });
});

describe('a redirect URI', () => {
  it.each([
    'https://client.example',
    'https://client.example/a?b=c&d',
    'HTTPS://Client.Example:8443/',
    'http://localhost/back',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
  ])('is %s', (text) => {
    expect(isRedirectUri(text)).toBe(true);
  });

  it.each([
    '',
    'client.example',
    'ftp://client.example',
    'javascript:alert(1)//https://client.example',
    'https:client.example',
    'https:///client.example',
    'https://',
    'https://?a',
    'https://\\client.example',
    'https://client.example\\a',
    'https://client.example/a b',
    'https://client.example/\u00e4',
    ' https://client.example',
    'https://client.example ',
    'https://client.example/\n',
    'https://ada@client.example',
    'https://:secret@client.example',
    'https://*.example',
    "https://a'b.example",
    'https://a;b.example',
    'https://a,b.example',
    'http://client.example',
    'http://localhost.example',
    'http://10.0.0.1',
    'https://client.example/#',
    'https://client.example/#part',
    'https://client.example:99999',
  ])('is not %j', (text) => {
    expect(isRedirectUri(text)).toBe(false);
  });

  it('is an origin if it has no path, query or fragment', () => {
    expect(redirectOrigin('HTTPS://Client.Example:443/')).toBe('https://client.example');
    expect(redirectOrigin('http://localhost:80')).toBe('http://localhost');
    for (const more of ['/a', '/?', '/?a', '/#', '#a', '?']) {
      expect(redirectOrigin(`https://client.example${more}`)).toBeNull();
    }
    expect(redirectOrigin('http://client.example')).toBeNull();
  });

  it('can be verified if it has a public host name and https', () => {
    expect(isVerifiable('https://client.example/a')).toBe(true);
    expect(isVerifiable('http://localhost/a')).toBe(false);
  });
});

describe('the page after a sign-in', () => {
  it.each(['/', '/portal', '/oauth/consent?request=a.b', `/${'a'.repeat(4_199)}`])(
    'is %s',
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    '',
    'portal',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    '/a b',
    '/\u00e4',
    '/a\n',
    ' /a',
    'x/a',
    '/..//evil.example',
    '/a/../..//evil.example',
    `/${'a'.repeat(4_200)}`,
  ])('is the portal instead of %j', (path) => {
    expect(returnPath(path)).toBe('/portal');
  });
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['::FFFF:203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
    ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64', '1:2:3::/48'],
    ['1::4:5:6:7:203.0.113.9', '1:0:4:5::/64', '1:0:4::/48'],
    ['::ffff:203.0.113.9:1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('of %s is %s, its site %s', (address, network, context) => {
    expect([clientNetwork(address), clientSite(address)]).toEqual([network, context]);
  });
});

describe('a signature by name', () => {
  const names = { firstName: 'José', lastName: 'García Márquez' };

  it.each(['Jose', 'JOSÉ', 'g a r c i a marquez', 'Sr. García Márquez', 'josé g.'])(
    'is %j',
    (signature) => {
      expect(isSignedByName(signature, names)).toBe(true);
    },
  );

  it.each(['', 'J. G.', 'Garcia', 'Somebody'])('is not %j', (signature) => {
    expect(isSignedByName(signature, names)).toBe(false);
  });

  it('does not match an empty name', () => {
    expect(isSignedByName('Ada', { firstName: '', lastName: ' ' })).toBe(false);
    expect(isSignedByName('Ada', { firstName: ' ', lastName: 'Ada' })).toBe(true);
    expect(foldCase('ADA')).toBe('ada');
  });
});
