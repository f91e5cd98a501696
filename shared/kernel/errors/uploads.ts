import { ApiError } from './api-error.ts';

/** Of files that are sent. */
export const uploadMessages = {
  uploadWithoutApplication: () => new ApiError(400, 'applicationId is required'),
  uploadWithoutFile: () => new ApiError(400, 'No file provided'),
  unsupportedFileType: (message: string) =>
    new ApiError(400, 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.', {
      details: [{ code: 'custom', path: ['file'], message }],
    }),
  fileTooLarge: () => new ApiError(400, 'File size exceeds 4.5MB limit'),
  uploadBeingChecked: () =>
    new ApiError(409, 'The file is being checked for malware. Try again in a moment.', {
      code: 'upload.being_checked',
      headers: { 'retry-after': '5' },
    }),
  uploadRefused: () =>
    new ApiError(409, 'Malware was found in the file. Upload another one.', {
      code: 'upload.refused',
    }),
  uploadNotCheckable: () =>
    new ApiError(
      409,
      'The file could not be checked for malware. Upload another one, without a password.',
      { code: 'upload.not_checkable' },
    ),
};
