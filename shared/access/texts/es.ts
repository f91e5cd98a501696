import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { formatSignedText, referenceToSigned } from '../../mail/mail/signed-text.ts';
import type * as en from './en.ts';

const manifestationEmailsEs = { locale: 'es' } as const;

export const manifestationEmailTexts: typeof en.manifestationEmailTexts = {
  manifestationSigned: (facts): EmailMessage => ({
    subject: 'Firmada: Manifestación de Voluntad',
    paragraphs: [
      facts.signerName === null
        ? `Un operador del registro dejó constancia de su Manifestación de Voluntad el ${formatInstant(facts.at, 'es')}.`
        : `Su Manifestación de Voluntad se firmó el ${formatInstant(facts.at, 'es')}, con el nombre ${facts.signerName}.`,
      'Permite que sus claves de agente soliciten, presenten y paguen en su nombre.',
      ...facts.texts.map((text) => formatSignedText(text, manifestationEmailsEs)),
      'Conserve este correo: es su copia. Si no lo esperaba, inicie sesión, revoque la Manifestación de Voluntad y escríbanos.',
    ],
    references: facts.texts.map((text) => referenceToSigned(text, manifestationEmailsEs)),
    link: { label: 'Ver o revocar la Manifestación de Voluntad', url: facts.url },
  }),
};

export const portalDeveloperPageTexts: typeof en.portalDeveloperPageTexts = {
  title: 'Para desarrolladores',
  kicker: 'Configuración',
  keys: 'Claves de API',
  keysText:
    'Cualquier persona que tenga una clave puede usarla. Guárdela donde solo su programa pueda leerla. Revóquela de inmediato si otra persona puede conocerla.',
  create: 'Crear una clave',
  none: 'No tiene claves.',
  older: 'Claves anteriores',
  manifestation: 'Manifestación de Voluntad',
  readOrChange: 'Leer o cambiar la Manifestación de Voluntad',
  readAndSign: 'Leer y firmar la Manifestación de Voluntad',
  unnamed: (lastFour: string) => `Clave que termina en ${lastFour}`,
  kind: 'Tipo',
  standard: 'Clave estándar: puede hacer todo lo que usted puede',
  agent: 'Clave de agente',
  scopes: 'Permisos',
  holder: 'En poder de',
  limits: 'Límites',
  connected: 'Es de una aplicación que usted conectó',
  approval: 'Le pide su aprobación antes de pagar o presentar',
  applications: (count: number) => `${count} solicitudes nuevas por día`,
  filings: (count: number) => `${count} trámites por día`,
  payments: (count: number) => `${count} pagos por día`,
  amount: (amount: string) => `Pagos de ${amount} en total por día`,
  entities: (count: number) =>
    count === 1 ? 'Una persona jurídica' : `${count} personas jurídicas`,
  endsIn: 'Últimos cuatro caracteres',
  created: 'Creada el',
  goodUntil: 'Vence el',
  revoked: 'Revocada el',
  lastUsed: 'Último uso',
  never: 'Nunca',
  states: { good: 'Activa', revoked: 'Revocada', expired: 'Vencida' },
  key: 'Clave',
  status: 'Estado',
  acts: 'Acciones',
  scopeCount: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
  which: (label: string | null, lastFour: string) =>
    `la clave ${label === null ? '' : `${label}, `}que termina en ${lastFour}`,
  whatItDid: 'Actividad',
  rotate: 'Reemplazar',
  revoke: 'Revocar',
  notSigned:
    'No está firmada. La necesitan las claves de agente que solicitan, presentan o pagan. Las que solo leen no la necesitan.',
  noAgreement: 'No ha aceptado ningún acuerdo por adelantado.',
  webhooks: 'Webhooks',
  webhooksText: 'El registro puede avisar a su programa cuando algo cambia.',
  toWebhooks: 'Ir a webhooks',
  clients: 'Aplicaciones para iniciar sesión',
  clientsText: 'Las personas pueden iniciar sesión en sus aplicaciones con su cuenta del registro.',
  toClients: 'Ir a las aplicaciones para iniciar sesión',
};

export const portalKeyPagesTexts: typeof en.portalKeyPagesTexts = {
  kicker: 'Para desarrolladores',
  title: 'Crear una clave',
  label: 'Etiqueta (opcional)',
  labelHint: 'Por ejemplo, el nombre del programa. Le ayuda a reconocer la clave.',
  kind: 'Tipo de clave',
  standard: 'Clave estándar',
  standardHint:
    'Para sus propios programas. Puede hacer todo lo que usted puede, así que no la comparta.',
  agent: 'Clave de agente',
  agentHint: 'Para un programa que actúa por usted. Solo puede hacer lo que usted marque abajo.',
  holder: 'Quién usará la clave de agente',
  holderHint:
    'Por ejemplo, la empresa a la que da la clave. Mostramos este nombre junto a todo lo que haga la clave.',
  validity: 'Válida durante',
  always: 'Hasta que usted la revoque',
  days: (days: number) => `${days} días`,
  year: 'Un año',
  scopes: 'Lo que puede hacer la clave de agente',
  approval: 'Su aprobación',
  approvalChoice: 'Pedirme aprobación antes de que esta clave pague o presente algo',
  approvalHint: 'Le enviamos un correo. Usted tiene 72 horas para aprobar o rechazar en su cuenta.',
  bounds: 'Límites de la clave de agente (opcional)',
  boundsHint:
    'Cada día termina a medianoche UTC. Un campo que usted deja vacío no pone ningún límite.',
  applications: 'Solicitudes nuevas por día',
  filings: 'Trámites nuevos de personas jurídicas por día',
  payments: 'Pagos por día',
  amount: (currency: string) => `Monto total pagado por día, en ${currency}`,
  entities:
    'Solo estas personas jurídicas. Si elige algunas, la clave ve solo esas y no puede constituir otras. Si no elige ninguna, ve todas las que se constituyeron por la API.',
  boundsTitle: 'Límites de esta clave',
  saveBounds: 'Guardar',
  create: 'Crear la clave',
  replacedTitle: 'Clave reemplazada',
  createdTitle: 'Clave creada',
  copy: 'Copie la clave ahora',
  copyText:
    'Mostramos la clave una sola vez. Solo guardamos su resumen, así que no podemos mostrarla de nuevo.',
  former: 'La clave anterior ya no funciona.',
  copied: 'Listo',
  before: 'La clave ya se había creado',
  beforeLead: 'Usted ya envió este formulario y creó una clave. No creamos otra.',
  beforeText:
    'No podemos mostrar la clave de nuevo. Si no la copió, reemplácela. O revóquela y cree otra.',
  toKeys: 'Ir a sus claves',
  revokeTitle: '¿Revocar esta clave?',
  revokeText: 'Los programas que usan esta clave dejarán de funcionar. No se puede deshacer.',
  revoke: 'Revocar la clave',
  rotateTitle: '¿Reemplazar esta clave?',
  rotateText:
    'Recibe una clave nueva con la misma etiqueta y los mismos permisos. Esta clave deja de funcionar de inmediato, así que prepárese para actualizar su programa.',
  rotate: 'Reemplazar la clave',
  leave: 'Cancelar',
  needsWill: (manifestation: (name: string) => Html) =>
    html`Las claves que escriben (solicitan, presentan o pagan) necesitan su ${manifestation('Manifestación de Voluntad')}, y usted no la ha firmado. Estos permisos solo leen:`,
  writes: ' — escribe',
  willFirst: 'Firme primero la Manifestación de Voluntad o elija solo permisos que leen',
  tooMany: 'Ya tiene el número máximo de claves. Revoque una que no necesite',
};

export const portalManifestationPageTexts: typeof en.portalManifestationPageTexts = {
  kicker: 'Para desarrolladores',
  manifestation: 'Manifestación de Voluntad',
  revokeTitle: '¿Revocar la Manifestación de Voluntad?',
  revokeLead:
    'Revocamos de inmediato y de forma permanente todas las claves de agente que pueden escribir. Las que solo leen siguen funcionando. Los acuerdos que aceptó por adelantado ya no se aplican a solicitudes nuevas. Todo lo que se hizo antes sigue siendo válido.',
  stopping: 'Estas claves dejan de funcionar:',
  revokeIt: 'Revocar la Manifestación de Voluntad',
  leave: 'Cancelar',
  notInForce: 'La Manifestación de Voluntad no está en vigor.',
  changed: 'Cambió un texto que usted aceptó',
  changedText:
    'Lea el texto actual y firme de nuevo para aceptarlo por adelantado en solicitudes nuevas. Hasta entonces usted debe firmar cada solicitud de una clave de agente. Sus claves siguen funcionando.',
  inForce: 'En vigor',
  signedOn: (at: Html) => html`Firmada el ${at}.`,
  lead: 'Firme la Manifestación de Voluntad para crear claves de agente que soliciten, presenten o paguen en su nombre.',
  revoked: 'Revocada',
  registry: 'el registro, en su nombre',
  by: 'por',
  version: (version: string) => `Versión ${version}`,
  accepted: (type: string) => `Aceptado por adelantado: ${type}`,
  signature: 'Su firma',
  agreements: 'Acuerdos de Convivencia que acepta por adelantado',
  agreementsText:
    'Si marca una residencia, sus claves de agente pueden solicitar personas jurídicas con esa residencia sin otra firma. Es opcional. Puede cambiarlo después.',
  forEntities: {
    Resident: 'Para personas jurídicas con residencia de Residente',
    'e-Resident': 'Para personas jurídicas con residencia de e-Residente',
  },
  statement: (what: string, agreement: string) =>
    `He leído la Manifestación de Voluntad y ${what}. Donde marqué una residencia, he leído el «${agreement}» y lo acepto por esas personas jurídicas.`,
  first: { what: 'la firmo', act: 'Firmar la Manifestación de Voluntad' },
  again: { what: 'la firmo de nuevo', act: 'Firmar de nuevo la Manifestación de Voluntad' },
  change: { what: 'firmo este cambio', act: 'Cambiar los acuerdos' },
  end: 'Terminar la Manifestación de Voluntad',
  revoke: 'Revocar la Manifestación de Voluntad',
};
