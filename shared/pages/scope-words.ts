import type { AgentScope, OAuthScope } from '../domain/scopes.ts';

/** What an Agent Key with a scope may do, in the words of those who give it. */
export const scopeWords: Readonly<Record<AgentScope, string>> = {
  'agent:entity.application.create': 'Apply for new legal entities in your name',
  'agent:entity.application.pay': 'Pay for applications with vouchers',
  'agent:entity.application.read': 'Read the applications that were made through the API',
  'agent:registry.search': 'Search the public registry and check whether a name is free',
  'agent:entity.read': 'Read your legal entities that came from API applications',
  'agent:entity.documents.read': 'Download the documents of these legal entities',
  'agent:verify_rpn': 'Check whether a resident permit number is valid',
  'agent:entity.filing.create': 'File changes of your legal entities and ask for certificates',
  'agent:entity.filing.read': 'Read these filings and requests',
  'agent:entity.filing.pay': 'Pay for filings and certificates with vouchers',
  'agent:person.details.read': 'Read your name, birth, address and contact details',
  'agent:person.residency.read': 'Read your residency and permit number',
  'agent:person.id_verification.read': 'Read whether and how your identity was verified',
  'agent:person.documents.read': 'Download your personal documents',
};

/** What an application with a scope may do, in the words of those who allow it. */
export const oauthScopeWords: Readonly<Record<OAuthScope, string>> = {
  openid: 'Recognise you when you come back',
  profile: 'See your name',
  email: 'See your e-mail address',
  offline_access: 'Keep this access while you are away, until you end it',
  'service:person.details.read': 'Read your name, birth, address and contact details',
  'service:person.residency.read': 'Read whether and since when you are a resident',
  'service:person.id_verification.read': 'Read whether and how your identity was verified',
  'service:person.documents.read': 'Download your personal documents',
  'service:entity.read': 'Read the particulars of the legal entities that you choose',
  'service:entity.documents.read': 'Download the documents of the legal entities that you choose',
};
