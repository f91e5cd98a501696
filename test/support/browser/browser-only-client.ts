import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** oidc-client-ts as pages load it: everything under the name `oidc`. The package exports only its modules. */
const library = readFileSync(
  new URL(
    '../../../node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js',
    import.meta.url,
  ),
);

/** The application: signs in on request, and greets users who return. */
const application = `
const settings = await (await fetch('/settings.json')).json();
const manager = new oidc.UserManager({ ...settings, loadUserInfo: true });
const heading = document.querySelector('h1');
window.manager = manager;
document.querySelector('button').addEventListener('click', () => manager.signinRedirect());
if (location.pathname === '/callback') {
  try {
    const user = await manager.signinCallback();
    heading.textContent = 'Welcome, ' + user.profile.name;
  } catch (error) {
    heading.textContent = 'Failed: ' + error.message;
  }
}
`;

const page = `<!doctype html><html lang="en"><title>Application</title><link rel="icon" href="data:,">
<h1>Application</h1><button>Sign in</button>
<script src="/library.js"></script><script type="module" src="/application.js"></script>`;

/** A single-page application of another origin, with only a file server. */
export async function startBrowserOnlyClient() {
  let settings: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://client');
    const files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
      '/library.js': ['text/javascript', library],
      '/application.js': ['text/javascript', application],
      '/settings.json': ['application/json', JSON.stringify(settings)],
    };
    const [type, content] = files[pathname] ?? ['text/html', page];
    response.setHeader('content-type', type);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    configure(given: Readonly<Record<string, unknown>>) {
      settings = { ...given, redirect_uri: `${origin}/callback` };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
