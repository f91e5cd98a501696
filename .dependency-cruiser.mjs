// Who may import whom: rules made of shared/capabilities.ts. `npm run check` holds every import against them, those of
// types too.
import { capabilities } from './shared/capabilities.ts';

const names = capabilities.map(({ name }) => name);
const outside = '^(admin|bench|bin|functions|lib|local|test)/';

/** Files of a layer: in its folder, at a capability's root by the name's ending, or by the list of the capability. */
function layer(name) {
  const endings = {
    contracts: '-contract',
    routes: '-routes',
    deps: '-deps',
    pages: '-page',
    mail: '-letters',
  };
  const listed = capabilities.flatMap((capability) =>
    (capability.layers?.[name] ?? []).map((file) => `^shared/${capability.name}/${file}\\.ts$`),
  );
  const ending = endings[name];
  return [
    `^shared/\\w+/${name}/`,
    ...(ending === undefined ? [] : [`^shared/\\w+/[^/]+${ending}\\.ts$`]),
    ...(name === 'contracts' ? ['^shared/\\w+/present-[^/]+\\.ts$'] : []),
    ...(name === 'http' ? ['^shared/web/'] : []),
    ...listed,
  ];
}

const errors = [
  '^shared/kernel/(errors|api-error)\\.ts$',
  '^shared/kernel/errors/',
  '^shared/oauth/oauth-errors\\.ts$',
];
const aws = '^(@aws-sdk|aws-lambda)';
const above = ['usecases', 'deps', 'routes'].flatMap(layer);

/** What the files of a layer must not import. */
const forbidden = {
  contracts: [...above, ...['db', 'http', 'auth', 'aws'].flatMap(layer), '^@aws-sdk'],
  db: [...above, ...errors, ...['http', 'contracts', 'auth', 'aws'].flatMap(layer)],
  aws: [...above, ...['db', 'http', 'contracts'].flatMap(layer)],
  auth: [...above, ...layer('http')],
  usecases: [...['http', 'routes'].flatMap(layer), '^aws-lambda'],
  pages: [...above, ...['db', 'http', 'auth', 'aws'].flatMap(layer), aws],
  http: ['usecases', 'routes'].flatMap(layer),
  routes: ['usecases', 'deps', 'db', 'aws'].flatMap(layer),
};

const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const path = (file) => `^shared/${file}\\.ts$`;
const doors = capabilities.flatMap(({ name, doors: open = {} }) =>
  Object.values(open)
    .flat()
    .map((door) => (door === '**' ? `^shared/${name}/` : path(`${name}/${door}`))),
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
      'doors',
      { path: '^shared/([^/]+)/' },
      {
        path: '^shared/[^/]+/.+/',
        pathNot: ['^shared/$1/', ...doors, '^shared/\\w+/routes/'],
      },
      'Of another capability: what is at its root, and the doors that shared/capabilities.ts names.',
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
        'See docs/architecture.md, "Layers".',
      ),
    ),
    rule(
      'errors-and-settings',
      { path: '^shared/kernel/((errors|api-error|env|core-env)\\.ts$|errors/)' },
      {
        path: '^shared/',
        pathNot: '^shared/kernel/((api-error|core-env|domain/published-field)\\.ts$|errors/)',
      },
      'Messages and settings import nothing of ours, but for the closed list that a setting takes.',
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
      'marks-are-light',
      { path: '^functions/workflows/[^/]+/mark-stuck' },
      {
        path: '^shared/((service|people|registry|documents|amendments|certificates|incorporation|residency)/|kernel/((errors|env)\\.ts$|errors/))',
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
          ...['usecases', 'db', 'deps', 'routes'].flatMap(layer),
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
