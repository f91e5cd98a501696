// Who may import whom: rules made from shared/capabilities.ts and the public.ts of each capability. `npm run check`
// checks every import against them, including type imports.
import { existsSync } from 'node:fs';
import { capabilities } from './shared/capabilities.ts';

const names = capabilities.map(({ name }) => name);
const outside = '^(admin|bench|bin|functions|lib|local|test)/';

/** Files of a layer: those in its folder. All of `web` is http. */
const layer = (name) =>
  name === 'http' ? ['^shared/[^/]+/http/', '^shared/web/'] : [`^shared/[^/]+/${name}/`];

const errors = layer('errors');
const aws = '^(@aws-sdk|aws-lambda)';
const above = ['usecases', 'deps', 'handlers', 'routes'].flatMap(layer);

/** What the files of a layer must not import. */
const forbidden = {
  contracts: [...above, ...['db', 'http', 'auth', 'aws'].flatMap(layer), '^@aws-sdk'],
  db: [...above, ...errors, ...['http', 'contracts', 'auth', 'aws'].flatMap(layer)],
  errors: [...above, ...['db', 'http', 'contracts', 'auth', 'aws'].flatMap(layer)],
  aws: [...above, ...['db', 'http', 'contracts'].flatMap(layer)],
  auth: [...above, ...layer('http')],
  usecases: [...['http', 'handlers', 'routes'].flatMap(layer), '^aws-lambda'],
  deps: layer('handlers'),
  handlers: ['^@aws-sdk'],
  pages: [...above, ...['db', 'http', 'auth', 'aws'].flatMap(layer), aws],
  texts: [...['http', 'routes', 'aws'].flatMap(layer), aws],
  http: ['usecases', 'handlers', 'routes'].flatMap(layer),
  routes: ['usecases', 'deps', 'handlers', 'db', 'aws'].flatMap(layer),
};

const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
/** What each capability lists in its `public.ts`. Everyone may import all of the kernel. */
const publicFiles = await Promise.all(
  names
    .filter(
      (name) =>
        name !== 'kernel' && existsSync(new URL(`shared/${name}/public.ts`, import.meta.url)),
    )
    .map(async (name) => {
      const list = await import(`./shared/${name}/public.ts`);
      return list.publicFiles.map((file) => `^shared/${name}/${file}\\.ts$`);
    }),
);

export default {
  forbidden: [
    ...names
      .slice(0, -1)
      .map((name, at) =>
        rule(
          `order-${name}`,
          { path: `^shared/${name}/` },
          { path: `^shared/(${names.slice(at + 1).join('|')})/` },
          'A capability imports those before it in shared/capabilities.ts.',
        ),
      ),
    rule(
      'public-files',
      { path: '^shared/([^/]+)/' },
      {
        path: '^shared/[^/]+/',
        pathNot: [
          '^shared/$1/',
          '^shared/kernel/',
          ...publicFiles.flat(),
          '^shared/[^/]+/routes/',
          '^shared/[^/]+/public\\.ts$',
        ],
      },
      'A capability imports of another one only the files that its public.ts lists.',
    ),
    rule(
      'routes-are-for-the-table',
      { path: '^shared/([^/]+)/', pathNot: '^shared/(service|reference)/' },
      { path: layer('routes'), pathNot: '^shared/$1/' },
      'Rows of another capability are for the route table.',
    ),
    rule(
      'domain-is-pure',
      { path: layer('domain') },
      { pathNot: layer('domain') },
      'Rules know no Node, no library, and nothing of ours but rules.',
    ),
    ...Object.entries(forbidden).map(([name, to]) =>
      rule(
        `layer-${name}`,
        { path: layer(name) },
        { path: to },
        'See docs/capabilities.md, "Layers".',
      ),
    ),
    rule(
      'errors-and-settings',
      { path: '^shared/kernel/(errors|settings)/' },
      {
        path: '^shared/',
        pathNot:
          '^shared/kernel/(errors/|settings/|domain/(product|published-field|rate-window|locale)\\.ts$)',
      },
      'Errors and settings import nothing of ours, but for the limits that errors name, and the closed lists that settings take.',
    ),
    rule(
      'shared-is-below',
      { path: '^shared/' },
      { path: outside },
      'Nobody imports these from below.',
    ),
    rule(
      'functions',
      { path: '^functions/([^/]+)/' },
      { path: ['^shared/service/route-table', '^(functions|bin|lib|local|test)/'] },
      'A function imports its own rows and what is shared; the table would put every schema into its bundle.',
    ),
    rule(
      'functions-call-use-cases',
      { path: '^functions/' },
      { path: layer('db') },
      'A function is a route, a use case and a presenter: what is stored is for use cases.',
    ),
    rule(
      'descriptions-are-not-shipped',
      {
        path: '^(shared|functions|local)/',
        pathNot: '/contracts/descriptions\\.ts$|^shared/reference/openapi/field-notes\\.ts$',
      },
      { path: '^shared/[^/]+/contracts/descriptions\\.ts$' },
      'What fields are is read when the API description is made; no function carries it.',
    ),
    rule(
      'marks-are-light',
      { path: '^functions/workflows/[^/]+/mark-stuck' },
      {
        path: '^shared/((service|people|registry|documents|amendments|certificates|incorporation|residency)/|kernel/(errors/(?!api-error|cause)|settings/env\\.ts$))',
        reachable: true,
      },
      'Marking something as stuck needs nothing of what it is, no messages of the API, and no settings but those of all.',
    ),
    rule(
      'lib',
      { path: '^lib/' },
      { path: ['^(functions|local|test)/', '^@aws-sdk'] },
      'Infrastructure names functions by path.',
    ),
    rule(
      'deployments',
      { path: '^admin/(preflight|smoke)/' },
      {
        path: [
          '^(lib|functions|local|test|bin)/',
          ...['usecases', 'db', 'deps', 'handlers', 'routes'].flatMap(layer),
        ],
      },
      'It looks at a service from outside.',
    ),
    rule(
      'local',
      { path: '^local/' },
      { path: '^(lib|test|bin)/', pathNot: '^lib/bundle/' },
      'The local runtime replaces AWS, not CDK.',
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.mjs'] },
    exclude: { path: '^test/' },
  },
};
