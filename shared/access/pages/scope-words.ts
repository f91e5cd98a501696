import type { AgentScope, ClientScope } from '../../kernel/domain/scopes.ts';
import { words } from '../../kernel/pages/words.ts';

/** All that the scopes of particulars open, because whoever allows it has to know. */
const particulars =
  'Read your name, permit number, birth, citizenship, sex, address and telephone number';
const spanishParticulars =
  'Leer su nombre, número de permiso, nacimiento, ciudadanía, sexo, domicilio y número de teléfono';

const englishAgent: Readonly<Record<AgentScope, string>> = {
  'agent:entity.application.create': 'Apply for new legal entities in your name',
  'agent:entity.application.pay': 'Pay for applications with vouchers',
  'agent:entity.application.read': 'Read the applications that your keys have made',
  'agent:registry.search': 'Search the public registry and check whether a name is free',
  'agent:entity.read': 'Read your legal entities that your keys have applied for',
  'agent:entity.documents.read': 'Download the documents of these legal entities',
  'agent:verify_rpn': 'Check whether a resident permit number is valid',
  'agent:entity.filing.create': 'File changes of your legal entities and ask for certificates',
  'agent:entity.filing.read': 'Read filings and certificate requests of your legal entities',
  'agent:entity.filing.pay': 'Pay for filings and certificates with vouchers',
  'agent:person.details.read': particulars,
  'agent:person.residency.read': 'Read whether and since when you are a resident',
  'agent:person.id_verification.read': 'Read whether and how your identity was verified',
  'agent:person.documents.read': 'Download your personal documents',
  'agent:events.read': 'Be told when something happens to what its other rights let it read',
  'agent:webhooks.manage':
    'Have messages sent to addresses of its choice when something happens to what its other rights let it read',
};

/** What an Agent Key with a scope may do, in the words of those who give it. */
export const scopeWords = words({
  en: englishAgent,
  es: {
    'agent:entity.application.create': 'Solicitar nuevas personas jurídicas en su nombre',
    'agent:entity.application.pay': 'Pagar solicitudes con vales',
    'agent:entity.application.read': 'Leer las solicitudes que hicieron sus claves',
    'agent:registry.search': 'Buscar en el registro público y comprobar si un nombre está libre',
    'agent:entity.read': 'Leer las personas jurídicas que solicitaron sus claves',
    'agent:entity.documents.read': 'Descargar los documentos de estas personas jurídicas',
    'agent:verify_rpn': 'Comprobar si un número de permiso de residente es válido',
    'agent:entity.filing.create':
      'Presentar modificaciones de sus personas jurídicas y solicitar certificados',
    'agent:entity.filing.read':
      'Leer las modificaciones y las solicitudes de certificados de sus personas jurídicas',
    'agent:entity.filing.pay': 'Pagar modificaciones y certificados con vales',
    'agent:person.details.read': spanishParticulars,
    'agent:person.residency.read': 'Leer si usted es residente y desde cuándo',
    'agent:person.id_verification.read': 'Leer si se verificó su identidad y cómo',
    'agent:person.documents.read': 'Descargar sus documentos personales',
    'agent:events.read': 'Saber cuándo ocurre algo en lo que puede leer',
    'agent:webhooks.manage':
      'Hacer que se envíen mensajes a las direcciones que elija cuando le ocurra algo a lo que sus otros permisos le dejan leer',
  },
});

const english: Readonly<Record<ClientScope, string>> = {
  openid: 'Recognise you when you come back',
  profile: 'See your name',
  email: 'See your e-mail address',
  'service:person.details.read': particulars,
  'service:person.residency.read': 'Read whether and since when you are a resident',
  'service:person.id_verification.read': 'Read whether and how your identity was verified',
  'service:person.documents.read': 'Download your personal documents',
  'service:entity.read': 'Read the particulars of the legal entities that you choose',
  'service:entity.documents.read': 'Download the documents of the legal entities that you choose',
  'service:events.read': 'Be told when something of what it may read changes',
  'credential:residency':
    'Put a credential into your wallet that says your name, your permit number, and since when and of which type you are a resident',
  'credential:good_standing':
    'Put a credential into your wallet that says that the legal entity which you choose is in good standing',
  offline_access: 'Keep this access while you are away, until you end it',
};

/** What an application with a scope may do, in the words of those who allow it; in the order in which they are listed. */
export const oauthScopeWords = words({
  en: english,
  es: {
    openid: 'Reconocerle cuando vuelva',
    profile: 'Ver su nombre',
    email: 'Ver su dirección de correo electrónico',
    'service:person.details.read': spanishParticulars,
    'service:person.residency.read': 'Leer si usted es residente y desde cuándo',
    'service:person.id_verification.read': 'Leer si se verificó su identidad y cómo',
    'service:person.documents.read': 'Descargar sus documentos personales',
    'service:entity.read': 'Leer los datos de las personas jurídicas que usted elija',
    'service:entity.documents.read':
      'Descargar los documentos de las personas jurídicas que usted elija',
    'service:events.read': 'Saber cuándo cambia algo de lo que puede leer',
    'credential:residency':
      'Poner en su cartera una credencial que dice su nombre, su número de permiso, y desde cuándo y de qué tipo es usted residente',
    'credential:good_standing':
      'Poner en su cartera una credencial que dice que la persona jurídica que elija está vigente y al día',
    offline_access: 'Conservar este acceso mientras usted no esté, hasta que usted lo termine',
  },
});
