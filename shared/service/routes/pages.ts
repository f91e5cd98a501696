import { defineRoute } from '../../kernel/http/route.ts';

export const getStylesheet = defineRoute({
  operationId: 'getStylesheet',
  method: 'GET',
  path: '/assets/style.css',
  entry: 'functions/pages/static.ts',
  summary: 'Get the stylesheet of the pages',
  tag: 'Pages',
  auth: { scheme: 'none' },
  produces: 'text/css; charset=utf-8',
  errors: [],
  table: 'none',
  spec: '4.3',
});

export const getFormPostScript = defineRoute({
  operationId: 'getFormPostScript',
  method: 'GET',
  path: '/assets/continue.js',
  entry: 'functions/pages/static.ts',
  summary: 'Get the script that submits a form automatically',
  tag: 'Pages',
  auth: { scheme: 'none' },
  produces: 'text/javascript; charset=utf-8',
  errors: [],
  table: 'none',
  spec: '4.1',
});
