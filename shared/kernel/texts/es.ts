import type * as en from './en.ts';
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
  } as Readonly<Record<string, string>>,
};

export const errorPageTexts: typeof en.errorPageTexts = {
  reference: 'Referencia para consultas:',
  unexpected: {
    title: 'Algo salió mal',
    text: 'El servicio no pudo responder. No se perdió nada. Vuelva a intentarlo en unos minutos.',
  },
  refused: {
    title: 'No pudimos hacerlo',
    text: 'No pudimos leer lo que envió. Vuelva atrás, abra la página de nuevo e inténtelo otra vez.',
  },
  maintained: {
    title: 'En mantenimiento',
    text: 'Durante el mantenimiento el registro solo se puede consultar. No puede iniciar sesión ni cambiar, firmar o pagar nada. Su envío no se aceptó y no se cambió nada. Vuelva a intentarlo más tarde.',
  },
  suspended: {
    title: 'Su cuenta está suspendida',
    text: 'Alguien informó que se perdió el acceso al buzón de esta cuenta. Hasta que lo verifiquemos, usted no puede firmar, autorizar, pagar ni cambiar nada, y sus claves de API no funcionan. Su solicitud no se realizó. Si usted no lo informó, use el enlace del correo que le enviamos para detenerlo.',
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
      text: 'Su solicitud no se realizó. Espere hasta una hora y vuelva a intentarlo.',
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
  keptBy: (keeper: string) => `Registro de residentes y personas jurídicas, a cargo de ${keeper}.`,
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
};

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
};
