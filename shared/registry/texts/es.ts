import type * as en from './en.ts';

export const registerSearchPageTexts: typeof en.registerSearchPageTexts = {
  title: 'Registro público',
  lead: 'Busque las personas jurídicas de este registro. El registro público no incluye personas naturales.',
  query: 'Nombre o número de permiso de residente',
  hint: 'Algunas palabras del nombre o una parte del número.',
  search: 'Buscar',
  tooLong: 'Use 100 caracteres o menos',
  empty: 'Escriba un nombre o un número',
  filters: 'Filtros',
  any: 'Cualquiera',
  formedFrom: 'Constituida desde el',
  formedUntil: 'Constituida hasta el',
  none: 'No se encontró ninguna persona jurídica',
  noneText: 'Revise la ortografía y los filtros, o busque con menos palabras.',
  found: 'Personas jurídicas encontradas',
  truncated: 'Hay más resultados. Agregue una palabra para limitar la búsqueda.',
  pages: 'Páginas',
  before: 'Página anterior',
  after: 'Página siguiente',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  numbers: 'El registro en cifras',
  all: 'Total',
  month: 'Mes',
  formed: 'Personas jurídicas constituidas',
  formedTitle: 'Personas jurídicas constituidas cada mes',
  grown: 'Personas jurídicas constituidas hasta entonces',
  grownTitle: 'Crecimiento del registro',
  asTable: 'Mostrar como tabla',
  counted: 'Datos del',
};

export const registeredEntityPageTexts: typeof en.registeredEntityPageTexts = {
  kicker: 'Registro público',
  number: 'Número de permiso de residente',
  type: 'Tipo de persona jurídica',
  status: 'Estado',
  statuses: {
    active: 'Activa',
    pending: 'Aún no activa',
    expired: 'Vencida',
    dissolved: 'Disuelta',
    annulled: 'Anulada',
  },
  formed: 'Constituida el',
  registered: 'Inscrita el',
  dissolved: 'Disuelta el',
  history: 'Cronología',
  day: 'Día',
  event: 'Hecho',
  asTable: 'Mostrar como tabla',
  formation: 'Constitución',
  registration: 'Inscripción',
  renamed: (name) => `Cambió de nombre: antes ${name}`,
  dissolution: 'Disolución',
  former: 'Nombres anteriores',
  until: (name: string, day: string) => `${name} (hasta el ${day})`,
  office: 'Oficina principal',
  unknown: 'No consta',
  note: 'Estos son los datos registrados hoy.',
  proof: 'Certificados',
  proofText:
    'Esta página no es una prueba. Un certificado sí es una prueba, porque tiene un código que cualquiera puede verificar. Los representantes de una persona jurídica que cumpla los requisitos pueden pedir un certificado.',
  check: 'Verificar un certificado',
  order: 'Iniciar sesión para pedir un certificado',
  again: 'Buscar de nuevo',
  nobody: 'Ninguna persona jurídica tiene este número',
  nobodyText: 'Revise el número que le dieron. Tiene 14 cifras.',
};

export const detailTexts: typeof en.detailTexts = {
  name: {
    label: 'Nombre',
    of: 'de nombre',
    the: 'el nombre',
    registered: 'Nombre registrado',
    proposed: 'Nombre propuesto',
    previous: 'Nombre anterior',
    current: 'Nombre nuevo',
    none: 'Ninguno',
    willChange: (from, to) => `El nombre cambiará de «${from}» a «${to}».`,
    changed: (from, to) => `El nombre cambió de «${from}» a «${to}».`,
    restored: (to) => `El nombre vuelve a ser «${to}».`,
    certified: 'Cambió.',
  },
  principalOffice: {
    label: 'Oficina principal',
    of: 'de oficina principal',
    the: 'la oficina principal',
    registered: 'Oficina principal registrada',
    proposed: 'Oficina principal propuesta',
    previous: 'Oficina principal anterior',
    current: 'Oficina principal nueva',
    none: 'Ninguna',
    willChange: (from, to) =>
      from === null
        ? `La oficina principal será «${to}». Ahora no consta ninguna.`
        : `La oficina principal cambiará de «${from}» a «${to}».`,
    changed: (from, to) =>
      from === null
        ? `La oficina principal es ahora «${to}». Antes no constaba ninguna.`
        : `La oficina principal cambió de «${from}» a «${to}».`,
    restored: (to) =>
      to === null
        ? 'No consta ninguna oficina principal, como antes.'
        : `La oficina principal vuelve a ser «${to}».`,
    certified:
      'Cambió. Solo el documento muestra las direcciones. Compare el SHA-256 de su archivo.',
  },
};
