import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { languagePath } from '../../kernel/pages/site.ts';
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
  summary: 'Say what this registry is',
  description:
    'What is kept here, the ways into it, and a field for the code of a certificate or of a holder’s proof, which leads to the page that verifies it.',
  query: StartPageQuery,
  spec: '1',
});

export const showHelp = defineRoute({
  ...startPage,
  operationId: 'showHelp',
  method: 'GET',
  path: '/help',
  summary: 'Say how to continue, and whom to ask',
  spec: '1',
});

export const showPrivacy = defineRoute({
  ...startPage,
  operationId: 'showPrivacy',
  method: 'GET',
  path: '/privacy',
  summary: 'Show what these pages store about their readers',
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
