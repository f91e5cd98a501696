import type * as en from './en.ts';
import type { FormErrorTexts } from './en.ts';
import { english, type Words } from './en.ts';

export const addressFieldsTexts: typeof en.addressFieldsTexts = {
  line1: 'Calle y número',
  line2: 'Edificio, piso o apartamento (opcional)',
  city: 'Ciudad',
  state: 'Departamento, estado o provincia (opcional)',
  postalCode: 'Código postal',
  noPostalCode: 'Si no tiene, escriba un guion (-).',
  country: 'País',
  choose: 'Elija un país',
};

export const entityTypeTexts: typeof en.entityTypeTexts = {
  types: {
    'Limited Liability Company': 'Sociedad de responsabilidad limitada (LLC)',
    'For-Profit Corporation': 'Sociedad anónima con fines de lucro',
    nonprofit: 'Organización sin fines de lucro',
  } as Readonly<Record<string, string>>,
};

export const errorPageTexts: typeof en.errorPageTexts = {
  start: 'Ir a la página de inicio',
  reference: 'Si nos escribe sobre esto, indique esta referencia:',
  unexpected: {
    title: 'Algo salió mal',
    text: 'El servicio no pudo responder. Inténtelo de nuevo en unos minutos. Si estaba enviando algo, compruebe primero si llegó.',
  },
  refused: {
    title: 'No pudimos hacerlo',
    text: 'No pudimos leer lo que envió. Vuelva atrás, abra la página de nuevo e inténtelo otra vez.',
  },
  maintained: {
    title: 'En mantenimiento',
    text: 'Durante el mantenimiento el registro no acepta cambios. No puede iniciar ni cerrar sesión, firmar, pagar ni cambiar nada. Algunas páginas no se abren. Si envió algo, no lo aceptamos y no se cambió nada. Vuelva a intentarlo más tarde.',
  },
  suspended: {
    title: 'Su cuenta está suspendida',
    text: 'Alguien informó que se perdió el acceso al buzón de esta cuenta. Hasta que lo verifiquemos, usted no puede firmar, pagar, cambiar nada ni permitir accesos, y sus claves de API no funcionan. Lo que pidió no se realizó. Si usted no lo informó, le enviamos un correo con un enlace: úselo para detener el cambio.',
  },
  byStatus: {
    403: {
      title: 'Abra la página de nuevo',
      text: 'Por su seguridad no aceptamos el formulario, porque no se abrió en este navegador. No se cambió nada. Permita las cookies, abra el enlace de nuevo y repita el paso.',
    },
    404: {
      title: 'Página no encontrada',
      text: 'No hay ninguna página en esta dirección. Si copió un enlace, compruebe que lo copió completo.',
    },
    413: {
      title: 'El formulario es demasiado grande',
      text: 'Lo que envió es más grande de lo que aceptamos. Vuelva atrás y acorte el texto, o elija un archivo más pequeño.',
    },
    429: {
      title: 'Demasiados intentos',
      text: 'Lo que pidió no se realizó. Espere hasta una hora y vuelva a intentarlo.',
    },
  } as Readonly<Record<number, Words>>,
};

export const formTexts: typeof en.formTexts = { problem: 'Hay un problema' };

export const layoutTexts: typeof en.layoutTexts = {
  language: 'Español',
  skip: 'Ir al contenido',
  about: 'Sobre este servicio',
  help: 'Ayuda',
  privacy: 'Privacidad',
  documentation: 'Documentación',
  registryOf: (authority: string) =>
    `Registro de residentes y personas jurídicas, a cargo de ${authority}.`,
};

export const portalLayoutTexts: typeof en.portalLayoutTexts = {
  places: {
    ...english,
    '/portal': 'Inicio',
    '/portal/applications': 'Solicitudes',
    '/portal/legal-entities': 'Personas jurídicas',
    '/portal/invoices': 'Facturas',
    '/portal/connections': 'Aplicaciones conectadas',
    '/portal/developer': 'Para desarrolladores',
    '/portal/passkeys': 'Llaves de acceso',
    '/portal/browsers': 'Navegadores',
    '/portal/activity': 'Actividad',
    '/portal/proofs': 'Comprobantes',
    '/portal/credentials': 'Credenciales',
    '/portal/my-data': 'Mis datos',
  },
  portal: 'Portal',
  account: 'Cuenta',
  signOut: 'Cerrar sesión',
};

export const signingFormTexts: typeof en.signingFormTexts = {
  agreementChanged:
    'El acuerdo cambió desde que abrió esta página. Léalo de nuevo y marque la casilla',
  applicationChanged:
    'La solicitud cambió desde que abrió esta página. Léala de nuevo y marque la casilla',
  heading: 'Su firma',
  name: 'Nombre completo',
  hint: 'Escriba su nombre como aparece en su pasaporte. Esta es su firma.',
};

export const siteTexts: typeof en.siteTexts = {
  sandbox: 'Entorno de pruebas: los trámites no son reales y no se cobra dinero.',
  maintained:
    'Mantenimiento: puede leer páginas, pero no puede iniciar ni cerrar sesión, firmar, pagar ni cambiar nada. Vuelva a intentarlo más tarde.',
  needHelp: '¿Necesita ayuda?',
};

export const secretTexts: typeof en.secretTexts = { copy: 'Copiar', copied: 'Copiado.' };

export const dateTexts: typeof en.dateTexts = {
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  between: ' de ',
  there: (time, index) => `${time} en ${index}`,
  until: (time) => `fin: ${time}`,
};

export const formErrorTexts: FormErrorTexts = {
  messages: {
    'Choose at least one thing for the proof to show':
      'Elija al menos una cosa que muestre el comprobante',
    'Choose at least one thing that the application can ask for':
      'Elija al menos una cosa que la aplicación pueda pedir',
    'Choose how long the key is valid': 'Elija por cuánto tiempo es válida la clave',
    'Choose how long the proof is valid': 'Elija por cuánto tiempo es válido el comprobante',
    'Choose from the list': 'Elija de la lista',
    'Choose one of your keys': 'Elija una de sus claves',
    'Choose what to add to the wallet': 'Elija qué agregar a la billetera',
    'Choose what the key is for': 'Elija para qué es la clave',
    'Choose what the payer does': 'Elija qué hace quien paga',
    'Choose whether the application is yours': 'Elija si la solicitud es suya',
    'Choose whether to approve or to decline': 'Elija si aprueba o rechaza',
    'Choose whether to allow access': 'Elija si permite el acceso',
    'Choose whether to open the account or to object': 'Elija si abre la cuenta o se opone',
    'Choose whether to pay or to cancel': 'Elija si paga o cancela',
    'Enter a whole number, or leave it empty': 'Escriba un número entero, o déjelo en blanco',
    'Enter at least one redirect URI': 'Escriba al menos una URI de redirección',
    'Enter at most ten redirect URIs': 'Escriba diez URI de redirección como máximo',
    'Enter the code from the email: six digits, or twelve letters and digits':
      'Escriba el código del correo: seis dígitos, o doce letras y cifras',
    'Enter the eight letters of the code': 'Escriba las ocho letras del código',
    'Enter your email address, like name@example.com':
      'Escriba su dirección de correo electrónico, como nombre@ejemplo.com',
    'Enter your full name': 'Escriba su nombre completo',
    'Must be an absolute https or loopback http URI without fragment':
      'Debe ser una URI https completa, o http del propio equipo, sin fragmento',
    'Must be an https address': 'Debe ser una dirección https',
    'Must be an absolute https URL': 'Debe ser una dirección https completa',
    'Open the page again': 'Abra la página de nuevo',
    'The address must have at most 254 characters':
      'La dirección debe tener como máximo 254 caracteres',
    'The name must have at most 200 characters': 'El nombre debe tener como máximo 200 caracteres',
    'The note must have at most 2000 characters': 'La nota debe tener como máximo 2000 caracteres',
    'Tick the box to sign the Manifestation of Will':
      'Marque la casilla para firmar la Manifestación de Voluntad',
    'Tick the box to sign the agreement': 'Marque la casilla para firmar el acuerdo',
    'Tick the box to sign the amendment': 'Marque la casilla para firmar la modificación',
    'Write one note': 'Escriba solo una nota',
  },
  patterns: [
    [/^Invalid .*$/, 'Este dato no es válido'],
    [/^Too small: expected string to have >=1 characters$/, 'Este dato no puede quedar vacío'],
    [
      /^Too big: expected \w+ to have <=(\d+) characters$/,
      'Demasiado largo: como máximo $1 caracteres',
    ],
    [
      /^Must not contain a control character \(character (\d+)\)$/,
      'No debe contener un carácter de control (carácter $1)',
    ],
  ],
};

const spanishParticulars =
  'Leer su nombre, número de permiso, nacimiento, ciudadanía, sexo, domicilio y número de teléfono';

export const scopeTexts: typeof en.scopeTexts = {
  'agent:entity.application.create': 'Solicitar nuevas personas jurídicas en su nombre',
  'agent:entity.application.pay': 'Pagar solicitudes con vales',
  'agent:entity.application.read': 'Leer las solicitudes que hicieron sus claves',
  'agent:registry.search': 'Buscar en el registro público y comprobar si un nombre está disponible',
  'agent:entity.read': 'Leer las personas jurídicas que solicitaron sus claves',
  'agent:entity.documents.read':
    'Descargar los documentos de las personas jurídicas que solicitaron sus claves',
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
  'agent:events.read': 'Recibir avisos de cambios en los datos que abarcan estos permisos',
  'agent:webhooks.manage': 'Configurar webhooks, que envían avisos a otras direcciones web',
};

export const oauthScopeTexts: typeof en.oauthScopeTexts = {
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
  'service:events.read': 'Recibir avisos de cambios en los datos que abarcan estos permisos',
  'credential:residency':
    'Agregar a su billetera una credencial que muestra su nombre, su número de permiso, su tipo de residencia y cuándo comenzó',
  'credential:good_standing':
    'Agregar a su billetera una credencial que muestra que una persona jurídica que usted elija está vigente y al día',
  offline_access: 'Conservar este acceso mientras usted no esté, hasta que usted lo termine',
  ...scopeTexts,
};

export const subjectTexts: typeof en.subjectTexts = {
  legal_entity_application: 'Solicitud de una persona jurídica',
  amendment: 'Modificación de una persona jurídica',
  certificate_request: 'Solicitud de un certificado de vigencia',
  residency_application: 'Solicitud de residencia',
};
