import { formatInstant } from '../../kernel/pages/format-dates.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import type { DisabledReason } from '../domain/webhook-endpoint.ts';
import type * as en from './en.ts';
import type { Facts } from './en.ts';

const spanish: Readonly<Record<DisabledReason, string>> = {
  owner: 'El titular desactivó la dirección.',
  gone: 'El receptor respondió con el código 410, que significa «no envíe más mensajes».',
  failing: 'Durante cinco días no se entregó ningún mensaje.',
  key_ended: 'La clave que usa la dirección se revocó o venció.',
  secret_lost: 'Ya no podemos leer el secreto de firma.',
};

const spanishRemedies: Readonly<Record<DisabledReason, string>> = {
  owner: 'Para volver a recibir eventos, active la dirección.',
  gone: 'Para volver a recibir eventos, corrija el receptor y active la dirección.',
  failing: 'Para volver a recibir eventos, corrija el receptor y active la dirección.',
  key_ended: 'Para volver a recibir eventos, elija otra clave para la dirección y actívela.',
  secret_lost: 'Para volver a recibir eventos, reemplace el secreto y active la dirección.',
};

export const webhookEmailTexts: typeof en.webhookEmailTexts = {
  disabled: ({ host, reason, at, url }: Facts): EmailMessage => ({
    subject: `Dejamos de enviar webhooks a ${host}`,
    paragraphs: [
      `El ${formatInstant(at, 'es')} dejamos de enviar webhooks a ${host}. ${spanish[reason]}`,
      `${spanishRemedies[reason]} Los eventos que no recibió están en la lista de eventos.`,
    ],
    link: { label: 'Abrir la configuración para desarrolladores', url },
  }),
};

export const webhookTexts: typeof en.webhookTexts = {
  title: 'Webhooks',
  kicker: 'Para desarrolladores',
  lead: 'El registro envía un mensaje firmado a su programa cuando algo cambia.',
  guide: 'Cómo verificar un mensaje',
  add: 'Agregar una dirección',
  none: 'No tiene direcciones.',
  open: 'Abrir',
  statuses: { active: 'Activa', disabled: 'Desactivada' },
  reasons: {
    owner: 'usted la desactivó',
    gone: 'el receptor respondió 410 (no más mensajes)',
    failing: 'no se entregó ningún mensaje durante 5 días',
    key_ended: 'su clave se revocó o venció',
    secret_lost: 'su secreto ya no se puede leer: reemplácelo y después active la dirección',
  },
  address: 'Dirección',
  addressHint: 'Una dirección pública que empiece por https://',
  badAddress: 'Escriba una dirección pública que empiece por https://',
  description: 'Descripción (opcional)',
  descriptionHint: 'Por ejemplo, el nombre del programa.',
  described: 'Descripción',
  status: 'Estado',
  reason: 'Motivo',
  since: 'Desactivada el',
  failing: 'Ningún mensaje entregado desde el',
  types: 'Eventos',
  typesHint: 'No marque ninguno para recibir todos los eventos.',
  all: 'Todos',
  actsWith: 'Clave',
  keyHint:
    'La dirección recibe los eventos que esta clave puede leer. Deja de recibirlos cuando la clave termina. Si reemplaza la clave, la dirección usa la nueva.',
  keyNeeded: 'Elija una de sus claves',
  keyGone: 'Una clave que se revocó o venció',
  keyName: (label: string | null, lastFour: string) =>
    label === null ? `Clave que termina en ${lastFour}` : `${label} (termina en ${lastFour})`,
  noKeys: 'Una dirección necesita una de sus claves, y usted no tiene claves.',
  createKey: 'Crear una clave',
  created: 'Agregada el',
  addIt: 'Agregar la dirección',
  tooMany: 'Ya tiene 10 direcciones, el máximo. Elimine una primero',
  addedTitle: 'Dirección agregada',
  rotatedTitle: 'Secreto reemplazado',
  copy: 'Copie el secreto ahora',
  copyText:
    'Mostramos el secreto una sola vez. Su programa lo usa para comprobar que un mensaje viene del registro.',
  overlap: 'Durante 24 horas también firmamos con el secreto anterior.',
  secret: 'Secreto',
  copied: 'Listo',
  before: 'Esto ya se hizo',
  beforeText:
    'Usted ya envió este formulario, así que esta vez no cambió nada. No podemos mostrar el secreto de nuevo. Si no lo copió, reemplácelo.',
  change: 'Editar',
  changeTitle: 'Editar la dirección',
  save: 'Guardar',
  leave: 'Cancelar',
  rotate: 'Reemplazar el secreto',
  rotateTitle: '¿Reemplazar el secreto?',
  rotateText: 'Recibe un secreto nuevo. Durante 24 horas también firmamos con el anterior.',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar esta dirección?',
  removeText:
    'Dejamos de enviarle mensajes y sus entregas ya no aparecen en la lista. No se puede deshacer.',
  removeIt: 'Eliminar la dirección',
  test: 'Enviar una prueba',
  disable: 'Desactivar',
  enable: 'Activar',
  enableTitle: 'Activar la dirección',
  enableText:
    'La dirección recibe los eventos nuevos y los que estaban pendientes cuando se desactivó. Los eventos intermedios están en la lista de eventos.',
  onItsWay: 'El mensaje se está enviando',
  onItsWayText:
    'Enviamos el mensaje en un momento. Vuelva a cargar esta página para ver el resultado.',
  deliveries: 'Entregas',
  deliveriesText:
    'Primero los eventos más nuevos, durante 30 días. Las entregas aparecen después del primer intento.',
  nothingSent: 'Aún no hay entregas.',
  newer: 'Posteriores',
  older: 'Anteriores',
  states: {
    due: 'Reintentando',
    succeeded: 'Entregado',
    given_up: 'No entregado',
    withheld: 'No enviado: la clave ya no puede leer el evento',
  },
  id: 'webhook-id',
  state: 'Estado',
  made: 'Desde el',
  next: 'Próximo intento',
  last: 'Último intento',
  answered: (status: number) => `respuesta ${status}`,
  unanswered: (failure: string) => `sin respuesta (${failure})`,
  attempts: 'Intentos',
  event: 'Evento',
  failedDeliveries: 'Entregas fallidas',
  showFailed: 'Mostrar solo las fallidas',
  showAll: 'Mostrar todas las entregas',
  noneFailed: 'No hay entregas fallidas aquí.',
  resendAll: 'Enviar de nuevo todas las fallidas',
  resendTitle: '¿Enviar de nuevo las entregas fallidas?',
  resendText: (count, isAll) => {
    if (count === 0) return 'No hay entregas fallidas.';
    const what = count === 1 ? '1 entrega fallida' : `${count} entregas fallidas`;
    return `Enviamos de nuevo ${what} ahora, con los mismos identificadores. ${isAll ? '' : 'Son las más recientes. Las anteriores quedan como están. '}Los mensajes que aún se reintentan conservan su próximo intento.`;
  },
  resend: (count) => (count === 1 ? 'Enviar 1 mensaje' : `Enviar ${count} mensajes`),
  time: 'Hora',
  answer: 'Respuesta',
  duration: 'Duración',
  milliseconds: (count) => `${count} ms`,
  message: 'Mensaje',
  messageText:
    'El cuerpo firmado, con saltos de línea para leerlo. No guardamos lo que el receptor escribe en su respuesta.',
  again: 'Enviar de nuevo este mensaje',
};
