import { parseArgs } from 'node:util';
import { startLocalService } from '../local/start.ts';

const { values } = readOptions();

if (values.help) {
  process.stdout.write(`Starts the service on this machine.

  npm start                     at http://localhost:3000, data gone when it stops
  npm start -- --data DIR       keeps the data in DIR
  npm start -- --base-url URL   behind a tunnel or a proxy that speaks TLS at https://HOST
  PORT=4000 npm start           at another port; PORT=0 takes any free one
  LOG_LEVEL=INFO npm start      one line per request
  DYNOXIDE=FILE npm start            with another binary of the DynamoDB engine
  DYNAMODB_ENDPOINT=URL npm start    with another DynamoDB engine
`);
} else {
  await startLocalService({
    port: Number(process.env['PORT'] ?? 3000),
    dataDirectory: values.data,
    baseUrl: values['base-url'],
  });
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        'base-url': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\nnpm start -- --help shows the options.\n`);
    process.exit(2);
  }
}
