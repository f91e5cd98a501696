import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../local/gateway.ts';

let gateway: Gateway;
let port: string;

beforeAll(async () => {
  gateway = createGateway({
    routes: [],
    handlerOf: () => Promise.reject(new Error('there are no rows')),
    authorizer: () => Promise.reject(new Error('there are no rows')),
  });
  port = new URL(await gateway.listen(0)).port;
});
afterAll(() => gateway.close());

it('answers on both loopback addresses', async () => {
  const { status } = await fetch(`http://127.0.0.1:${port}/`);
  expect(status).toBe(404);
  const hasSix = Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.address === '::1');
  const six = await fetch(`http://[::1]:${port}/`).then(
    (response) => response.status,
    () => null,
  );
  expect(six).toBe(hasSix ? 404 : null);
});

it('answers by itself with the headers of API Gateway’s own answers', async () => {
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/nothing`);
  expect({
    status,
    type: headers.get('content-type'),
    cache: headers.get('cache-control'),
    sniffing: headers.get('x-content-type-options'),
  }).toEqual({
    status: 404,
    type: 'application/json',
    cache: 'no-store',
    sniffing: 'nosniff',
  });
});

it('answers to no other machine: here every operator’s signature is accepted', async () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal);
  const answered = await Promise.all(
    others.map((each) =>
      fetch(`http://${each?.address}:${port}/`).then(
        () => each?.address,
        () => null,
      ),
    ),
  );
  expect(answered.filter((address) => address !== null)).toEqual([]);
});

it('refuses a port that is taken', async () => {
  const second = createGateway({
    routes: [],
    handlerOf: () => Promise.reject(new Error('there are no rows')),
    authorizer: () => Promise.reject(new Error('there are no rows')),
  });
  await expect(second.listen(Number(port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.close();
});

it('answers to no other name: a page of another site could be made to lead here', async () => {
  const { request } = await import('node:http');
  const status = (host: string) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await status('attacker.example')).toBe(421);
  expect(await status('localhost.attacker.example')).toBe(421);
  expect(await status(`localhost:${port}`)).toBe(404);
  expect(await status(`[::1]:${port}`)).toBe(404);
});
