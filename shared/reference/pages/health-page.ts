import { type Html, html } from '../../kernel/pages/html.ts';

/** `/health` for a person with a browser: without style or navigation, so that it loads nothing else. */
export const healthPage: Html = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Service status</title></head>
<body><main><h1>The service responds</h1><p>Programs get this status as JSON.</p></main></body>
</html>`;
