import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { languagePath } from '../../kernel/pages/language-path.ts';
import { FrontDoorQuery, LanguageChoice } from '../contracts/portal-contract.ts';

const frontDoor = {
  entry: 'functions/pages/front-door.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  table: 'none',
  errors: [],
} as const;

export const showFrontDoor = defineRoute({
  ...frontDoor,
  operationId: 'showFrontDoor',
  method: 'GET',
  path: '/',
  summary: 'Say what this registry is',
  description:
    'What is kept here, the ways into it, and a field for the code of a certificate or of a holder’s proof, which leads to the page that verifies it.',
  query: FrontDoorQuery,
  spec: '1',
});

export const showHelp = defineRoute({
  ...frontDoor,
  operationId: 'showHelp',
  method: 'GET',
  path: '/help',
  summary: 'Say how to continue, and whom to ask',
  spec: '1',
});

export const showPrivacy = defineRoute({
  ...frontDoor,
  operationId: 'showPrivacy',
  method: 'GET',
  path: '/privacy',
  summary: 'Show what these pages store about their readers',
  spec: '1',
});

export const chooseLanguage = defineRoute({
  ...frontDoor,
  operationId: 'chooseLanguage',
  method: 'GET',
  path: languagePath,
  summary: 'Choose the language of the pages in this browser',
  query: LanguageChoice,
  spec: '5',
});
