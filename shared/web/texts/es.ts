import type { FormErrorTexts } from './en.ts';

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
    'Choose what to add to the wallet': 'Elija qué añadir a la cartera',
    'Choose what the key is for': 'Elija para qué es la clave',
    'Choose what the payer does': 'Elija qué hace quien paga',
    'Choose whether the application is yours': 'Elija si la solicitud es suya',
    'Choose whether to allow access': 'Elija si permite el acceso',
    'Choose whether to open the account or to object': 'Elija si abre la cuenta o se opone',
    'Choose whether to pay or to cancel': 'Elija si paga o cancela',
    'Enter at least one redirect URI': 'Escriba al menos una URI de redirección',
    'Enter at most ten redirect URIs': 'Escriba diez URI de redirección como máximo',
    'Enter the code from the email: six digits, or twelve letters and digits':
      'Escriba el código del correo: seis dígitos, o doce letras y cifras',
    'Enter the eight letters of the code': 'Escriba las ocho letras del código',
    'Enter your email address, like name@example.com':
      'Escriba su dirección de correo electrónico, como nombre@example.com',
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
