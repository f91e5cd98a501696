import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { languagePath } from '../../kernel/pages/page-context.ts';
import { LanguageChoice, StartPageQuery } from '../contracts/portal-contract.ts';

const startPage = {
  entry: 'functions/pages/start-page.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  table: 'none',
  errors: [],
} as const;

export const showStartPage = defineRoute({
  ...startPage,
  operationId: 'showStartPage',
  method: 'GET',
  path: '/',
  summary: 'Show the home page',
  query: StartPageQuery,
  spec: '1',
});

export const showHelp = defineRoute({
  ...startPage,
  operationId: 'showHelp',
  method: 'GET',
  path: '/help',
  summary: 'Show help and contact details',
  spec: '1',
});

export const showPrivacy = defineRoute({
  ...startPage,
  operationId: 'showPrivacy',
  method: 'GET',
  path: '/privacy',
  summary: 'Show the privacy page',
  spec: '1',
});

export const chooseLanguage = defineRoute({
  ...startPage,
  operationId: 'chooseLanguage',
  method: 'GET',
  path: languagePath,
  summary: 'Choose the language of the pages in this browser',
  query: LanguageChoice,
  spec: '5',
});
