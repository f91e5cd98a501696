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
