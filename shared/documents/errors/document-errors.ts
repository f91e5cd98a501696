import { defineError } from '../../kernel/errors/api-error.ts';

export const agreementTextNotFound = defineError({
  status: 404,
  code: 'agreement.text_not_found',
  error: 'No text was published with this digest',
});

export const uploadWithoutApplication = defineError({
  status: 400,
  code: 'upload.no_application',
  error: 'applicationId is required',
});

export const uploadWithoutFile = defineError({
  status: 400,
  code: 'upload.no_file',
  error: 'No file provided',
});

export const unsupportedFileType = defineError(
  {
    status: 400,
    code: 'upload.unsupported_type',
    error: 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.',
  },
  (message: string) => ({ details: [{ code: 'custom', path: ['file'], message }] }),
);

export const fileTooLarge = defineError({
  status: 400,
  code: 'upload.too_large',
  error: 'File size exceeds 4.5MB limit',
});

export const uploadBeingChecked = defineError(
  {
    status: 409,
    code: 'upload.being_checked',
    error: 'The file is being checked for malware. Try again in a moment.',
  },
  () => ({ headers: { 'retry-after': '5' } }),
);

export const uploadRefused = defineError({
  status: 409,
  code: 'upload.refused',
  error: 'Malware was found in the file. Upload another file.',
  when: 'The same file was already uploaded and refused.',
});

export const uploadNotCheckable = defineError({
  status: 409,
  code: 'upload.not_checkable',
  error: 'The file could not be checked for malware. Upload another file, without a password.',
});
