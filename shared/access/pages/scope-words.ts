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
  'agent:registry.search': 'Search the public registry and check if a name is available',
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
  'agent:events.read': 'Get notified about changes to what its other scopes let it read',
  'agent:webhooks.manage':
    'Send notifications to addresses it chooses about changes to what its other scopes let it read',
};

/** What an Agent Key with a scope may do, in the words of those who give it. */
export const scopeWords = words({
  en: englishAgent,
  es: {
    'agent:entity.application.create': 'Solicitar nuevas personas jurídicas en su nombre',
    'agent:entity.application.pay': 'Pagar solicitudes con vales',
    'agent:entity.application.read': 'Leer las solicitudes que hicieron sus claves',
    'agent:registry.search':
      'Buscar en el registro público y comprobar si un nombre está disponible',
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
    'agent:events.read': 'Recibir avisos de cambios en lo que sus otros permisos le dejan leer',
    'agent:webhooks.manage':
      'Enviar avisos a las direcciones que elija sobre cambios en lo que sus otros permisos le dejan leer',
  },
});

const english: Readonly<Record<ClientScope, string>> = {
  openid: 'Recognize you when you come back',
  profile: 'See your name',
  email: 'See your email address',
  'service:person.details.read': particulars,
  'service:person.residency.read': 'Read whether and since when you are a resident',
  'service:person.id_verification.read': 'Read whether and how your identity was verified',
  'service:person.documents.read': 'Download your personal documents',
  'service:entity.read': 'Read the details of the legal entities that you choose',
  'service:entity.documents.read': 'Download the documents of the legal entities that you choose',
  'service:events.read': 'Get notified about changes to what it can read',
  'credential:residency':
    'Add a credential to your wallet that shows your name, your permit number, your type of residency and when it started',
  'credential:good_standing':
    'Add a credential to your wallet that shows that a legal entity you choose is in good standing',
  offline_access: 'Keep this access when you are not using it, until you end it',
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
    'service:events.read': 'Recibir avisos de cambios en lo que puede leer',
    'credential:residency':
      'Añadir a su cartera una credencial que muestra su nombre, su número de permiso, su tipo de residencia y cuándo comenzó',
    'credential:good_standing':
      'Añadir a su cartera una credencial que muestra que una persona jurídica que usted elija está vigente y al día',
    offline_access: 'Conservar este acceso cuando usted no lo use, hasta que usted lo termine',
  },
});
