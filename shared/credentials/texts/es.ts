import { type Html, html } from '../../kernel/pages/html.ts';
import type * as en from './en.ts';

export const portalCredentialsPageTexts: typeof en.portalCredentialsPageTexts = {
  title: 'Credenciales',
  lead: 'Agregue una credencial a la billetera de su teléfono para demostrar su residencia o la vigencia de una persona jurídica. Usted elige qué ve cada persona. La credencial es válida durante 30 días y su billetera la renueva. La revocamos en cuanto lo que muestra deja de ser cierto.',
  about: 'Qué agregar a la billetera',
  residency: 'Mi residencia',
  standing: (name: string) => `Vigencia de ${name}`,
  choose: 'Elija qué agregar a la billetera',
  gone: 'Esto ya no está disponible. Elija otra cosa',
  offer: 'Mostrar el código',
  nothing:
    'No tiene nada que agregar a una billetera. Necesita una residencia, o representar a una persona jurídica vigente y al día.',
  missing:
    'No se muestran las personas jurídicas que no están vigentes y al día, ni las que tienen impuestos atrasados o sin confirmar. Si los impuestos están atrasados o sin confirmar, puede pedir a un revisor un certificado de vigencia.',
  yours: 'Sus credenciales',
  none: 'No tiene credenciales.',
  states: { good: 'Válida hasta el ', expired: 'Venció el ', revoked: 'Revocada el ' },
  issued: 'emitida el ',
  ofEntity: 'Vigencia de una persona jurídica',
  revoke: 'Revocar',
  which: (what: string) => ` ${what}`,
  scan: 'Escanee este código con su billetera',
  link: 'o abra este enlace en el teléfono que tiene la billetera',
  open: 'Abrir en la billetera',
  code: 'Código QR que ofrece la credencial a su billetera',
  txCode: 'Código para la billetera',
  secret: 'No comparta estos códigos',
  secretText:
    'Su billetera le pedirá el segundo código. Cualquier persona que tenga los dos puede agregar su credencial a su propia billetera. Los mostramos una sola vez.',
  until: 'Válida hasta el',
  signsIn: 'Usar una billetera en la que usted inicia sesión',
  signsInText:
    'Una billetera registrada obtiene la credencial después de que usted inicie sesión. No necesita código. Usted permite el acceso en la página siguiente.',
  signsInCode: 'Código QR para una billetera en la que usted inicia sesión',
  otherwise: 'o, si nada se abre,',
  openHaip: 'abrir en una billetera que cumple con HAIP',
  back: 'Todas las credenciales',
};

const spanishClaims: Readonly<Record<string, string>> = {
  entity_name: 'Persona jurídica',
  entity_type: 'Tipo',
  family_name: 'Apellido',
  given_name: 'Nombre',
  incorporation_date: 'Inscrita el',
  jurisdiction: 'Jurisdicción',
  residency_type: 'Residencia',
  resident_permit_number: 'Número de permiso de residente',
  resident_since: 'Residente desde',
  standing: 'Estado',
};

export const verifyCredentialPageTexts: typeof en.verifyCredentialPageTexts = {
  title: 'Verificar una credencial',
  kicker: 'Credenciales verificables',
  lead: 'Pegue una credencial de este registro: un texto con puntos y virgulillas (SD-JWT). Esta página muestra qué revela y si sigue siendo válida.',
  field: 'Credencial',
  hint: 'Pegue el texto completo, con todas las virgulillas. Los saltos de línea no importan. No lo guardamos ni lo compartimos.',
  verify: 'Verificar',
  again: 'Verificar otra credencial',
  claims: spanishClaims,
  foreign: 'Esta credencial es de otro emisor',
  foreignText:
    'Aquí solo puede verificar credenciales de este registro. No contactamos a nadie más. Emisor que nombra la credencial:',
  nobody: 'La credencial no nombra a ningún emisor.',
  holder: 'Titular',
  audience: 'Presentada a',
  shownAt: 'Presentada el',
  compare:
    'Confíe en ella solo si el titular se la acaba de presentar a usted. De lo contrario, puede ser una copia que se presentó a otra persona.',
  discloses: 'Lo que revela',
  nothing: 'El titular no revela nada.',
  issuer: 'Emisor',
  type: 'Tipo de credencial',
  issuedAt: 'Emitida el',
  expiresAt: 'Válida hasta el',
  asOf: (now: Html) => html`Al ${now}.`,
  yes: 'Sí',
  no: 'No',
  standings: {
    valid: {
      title: 'Esta credencial es válida',
      text: 'El registro la firmó y sus datos siguen siendo correctos en este momento.',
    },
    revoked: {
      title: 'Esta credencial fue revocada',
      text: 'El registro la firmó y la revocó después. No confíe en ella.',
    },
    expired: {
      title: 'Esta credencial venció',
      text: 'El registro la firmó. Pida una nueva al titular.',
    },
    not_yet_valid: {
      title: 'Esta credencial todavía no es válida',
      text: 'El registro la firmó, pero su período de validez no ha empezado.',
    },
  },
  refusals: {
    altered: {
      title: 'Esta credencial no es auténtica',
      text: 'Nombra a este registro pero no coincide con lo que el registro firmó. Algo se cambió, falta o lo firmó otra persona.',
    },
    unreadable: {
      title: 'Esto no es una credencial',
      text: 'El texto no es un SD-JWT. Un SD-JWT tiene tres partes separadas por puntos, después una virgulilla y como máximo 20,000 caracteres. Copie el texto completo.',
    },
  },
  notShown: 'No confíe en esta credencial: no la presentó su titular',
  bindings: {
    none: 'No podemos saber quién la presentó. Puede hacerlo cualquier persona que tenga una copia.',
    broken:
      'La prueba del titular no es válida. La persona que presentó la credencial no es su titular, o algo se cambió. No confíe en ella.',
    holds: 'La presentó su titular. La firma del titular es válida.',
  },
};

export const walletTexts: typeof en.walletTexts = {
  impossible: {
    residency: 'No puede obtener esta credencial porque ahora usted no es residente.',
    good_standing:
      'No puede obtener esta credencial porque no representa a ninguna persona jurídica con la vigencia confirmada.',
  },
  choose: 'Elija la persona jurídica de la que trata la credencial',
};

export const credentialTexts: typeof en.credentialTexts = {
  names: {
    residency: 'Residencia',
    good_standing: 'Vigencia de una persona jurídica',
  },
  descriptions: {
    residency: 'Muestra que su titular es residente',
    good_standing:
      'Muestra que una persona jurídica que su titular representa está vigente y al día',
  },
  claims: {
    given_name: 'Nombre',
    family_name: 'Apellidos',
    residency_type: 'Tipo de residencia',
    resident_permit_number: 'Número de permiso de residente',
    resident_since: 'Residente desde',
    entity_name: 'Nombre',
    entity_type: 'Tipo',
    standing: 'Situación',
    incorporation_date: 'Fecha de constitución',
    jurisdiction: 'Jurisdicción',
  },
};
