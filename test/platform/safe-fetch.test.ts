import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  callableUrl,
  isLoopback,
  isPublicAddress,
  type OutgoingSettings,
  openSafeFetch,
} from '../../shared/platform/aws/safe-fetch.ts';
import { selfSigned } from '../support/self-signed.ts';

const servers: (Server | TlsServer)[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(
  host: string,
  answer: RequestListener,
  make: (answer: RequestListener) => Server | TlsServer = createServer,
) {
  const server = make(answer);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const call = { method: 'POST', body: '{}', timeout: 60_000, maxBytes: 100 } as const;
const failing = (url: string, settings: OutgoingSettings = {}, more = {}) =>
  openSafeFetch(settings)({ ...call, url, ...more }).then(
    () => 'answered',
    (error) => error.reason,
  );

describe('an IP address', () => {
  it.each([
    '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254',
    '169.254.169.254 169.254.170.2 168.63.129.16 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1',
    '192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1',
    '255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 fe80::1 fec0::1',
    'fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:10::1',
    '2606:4700:4700::1111%eth0 2001:db8::1 2002:7f00:1::1 2002:a00:1::1 3fff::1 4000::1 example.org localhost 1.2.3 1.2.3.4.5',
  ])('is not public: %s', (list) => {
    const passed = list.split(' ').filter(isPublicAddress);
    expect(passed).toEqual([]);
  });

  it.each([
    '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1',
    '169.253.1.1 169.255.1.1 172.15.255.255 172.32.0.1 192.167.1.1 192.169.1.1 198.17.1.1 198.20.0.1',
    '223.255.255.255 2606:4700:4700::1111 2a00:1450::1 2001:4860:4860::8888 2003::1 2600::',
  ])('is public: %s', (list) => {
    const refused = list.split(' ').filter((address) => !isPublicAddress(address));
    expect(refused).toEqual([]);
  });

  it('is recognized as a loopback address only if it is one', () => {
    const all = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '128.0.0.1', '::2', 'a'];
    expect(all.map(isLoopback)).toEqual([true, true, true, true, false, false, false]);
  });
});

describe('URLs that are refused without a lookup', () => {
  it.each([
    'http://receiver.example/',
    'ftp://receiver.example/',
    'https://user@receiver.example/',
    'https://:word@receiver.example/',
    'https://receiver.example/#part',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'receiver.example',
    '',
  ])('%s', (url) => {
    expect(callableUrl(url, { loopback: false })).toBeNull();
  });

  it('include all but loopback ones if only this machine may be called', () => {
    const allowed = ['http://127.0.0.1:8/', 'http://localhost/x', 'https://[::1]/'];
    const refused = ['http://8.8.8.8/', 'https://10.0.0.1/', 'http://[2606:4700::1]/'];
    const passes = (url: string) => callableUrl(url, { loopback: true }) !== null;
    expect(allowed.filter(passes)).toEqual(allowed);
    expect(refused.filter(passes)).toEqual([]);
  });
});

describe('an outgoing call', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private address among public ones', ['8.8.8.8', '169.254.169.254']],
    ['this machine', ['127.0.0.1']],
    ['a mapped IPv4 address', ['::ffff:10.0.0.1']],
    ['something that is not an address', ['receiver.example']],
  ])('is refused if the name resolves to %s', async (_, addresses) => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return addresses;
    };
    expect(await failing('https://receiver.example/', { resolve })).toBe('address');
    expect(asked).toBe(1);
  });

  it('resolves the name once and connects to the checked address', async () => {
    const seen: string[] = [];
    const answer =
      (name: string): RequestListener =>
      (request, response) => {
        seen.push(`${name} ${request.method} ${request.headers.host}`);
        response.end('taken');
      };
    const port = await listen('127.0.0.2', answer('checked'));
    await new Promise<void>((resolve) => {
      const other = createServer(answer('rebound'));
      servers.push(other);
      other.listen(port, '127.0.0.1', resolve);
    });
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    const fetch = openSafeFetch({ loopback: true, resolve });
    const { status, body } = await fetch({ ...call, url: `http://receiver.example:${port}/` });
    expect([status, body.toString()]).toEqual([200, 'taken']);
    expect(seen).toEqual([`checked POST receiver.example:${port}`]);
    expect(answers).toHaveLength(1);
  });

  it('without TLS is possible only to this machine', async () => {
    const resolve = async () => ['8.8.8.8'];
    expect(await failing('http://receiver.example/', { loopback: true, resolve })).toBe('url');
  });

  it('verifies that the certificate matches the name', async () => {
    const { key, cert } = selfSigned('receiver.example');
    const port = await listen(
      '127.0.0.1',
      (_, response) => response.end('taken'),
      (answer) => createTlsServer({ key, cert }, answer),
    );
    const trusting = { loopback: true, resolve: async () => ['127.0.0.1'], ca: cert };
    const answers = await Promise.all([
      failing(`https://receiver.example:${port}/`, trusting),
      failing(`https://other.example:${port}/`, trusting),
      failing(`https://receiver.example:${port}/`, { loopback: true, resolve: trusting.resolve }),
    ]);
    expect(answers).toEqual(['answered', 'connection', 'connection']);
  });

  it('follows no redirect', async () => {
    let calls = 0;
    const port = await listen('127.0.0.1', (_, response) => {
      calls += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    const fetch = openSafeFetch({ loopback: true });
    const { status } = await fetch({ ...call, url: `http://127.0.0.1:${port}/` });
    expect([status, calls]).toEqual([307, 1]);
  });

  it('reads at most the given number of bytes', async () => {
    const port = await listen('127.0.0.1', (request, response) => {
      const length = request.url === '/exact' ? 100 : 1_000_000;
      response.end('x'.repeat(length));
    });
    const url = `http://127.0.0.1:${port}`;
    expect(await failing(`${url}/large`, { loopback: true })).toBe('too_large');
    expect(await failing(`${url}/exact`, { loopback: true })).toBe('answered');
    // If no body is needed, it need not be complete.
    expect(await failing(`${url}/large`, { loopback: true }, { maxBytes: 0 })).toBe('answered');
  });

  it('times out if the lookup, the answer or the rest of the body is missing', async () => {
    const port = await listen('127.0.0.1', (request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const url = `http://127.0.0.1:${port}`;
    const short = { timeout: 80 };
    const never = Promise.withResolvers<string[]>();
    onTestFinished(() => never.resolve([]));
    const silent = { loopback: true, resolve: () => never.promise };
    expect(
      await Promise.all([
        failing(`${url}/nothing`, { loopback: true }, short),
        failing(`${url}/half`, { loopback: true }, short),
        failing('https://receiver.example/', silent, short),
      ]),
    ).toEqual(['timeout', 'timeout', 'timeout']);
  });

  it('fails with a reason that does not contain the address', async () => {
    const resolve = async () => Promise.reject(new Error('ENOTFOUND receiver.example'));
    expect(await failing('https://receiver.example/', { resolve })).toBe('name');
    const port = await listen('127.0.0.1', (_, response) => response.destroy());
    const error = await openSafeFetch({ loopback: true })({
      ...call,
      url: `http://127.0.0.1:${port}/a-secret`,
    }).catch((thrown) => thrown);
    expect([error.name, error.message]).toEqual(['OutgoingError', 'no answer: connection']);
  });
});
