// Functions in a separate process, which a test can kill. Serves the rows of one file with the
// table and bucket from the environment, and prints its address. For killable.ts.
import { createGateway } from '../../local/gateway.ts';
import { loadHandler } from '../../local/load-function.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const gateway = createGateway({
  routes: routes.filter(({ entry }) => entry === process.argv[2]),
  handlerOf: loadHandler,
  authorizer: () => Promise.reject(new Error('no such route here')),
});
process.stdout.write(`${await gateway.listen(0)}\n`);
