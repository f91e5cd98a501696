// A server that answers each call after the requests of bare.mjs to the table. Its argument is their number; 0 for none.
import { createServer } from 'node:http';
import { handler } from './bare.mjs';

const requests = Number(process.argv[2]);
const server = createServer(async (_request, response) => {
  if (requests > 0) await handler({ requests });
  response.end('{}');
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`),
);
