import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'UploadLine.reviewId': 'The review whose question the file answers; null for other files.',
  'UploadLine.applicationId':
    'The application for which the file is the proof of address; null for other files.',
  'UploadLine.personId': 'Who uploaded the file; null if a partner did.',
  'UploadLine.status':
    'The result of the malware check. `pending`: the check has not finished. `unscannable`: the file could not be checked. `refused`: it contains malware.',
  'UploadLine.kind': 'The purpose of the upload.',
  'UploadLine.decidedAt': 'When the check finished; null until then.',
  objectKey:
    'The file’s key in the bucket. It begins with `refused/` if the file contains malware.',

  'Document.name': 'The name of the document.',
  'ConsentedDocument.name': 'The name of the document.',
  'AdminDocument.name': 'The name of the document.',
  'StoreDocument.name': 'The name of the document.',
  'ReviseDocument.name': 'The name of the document.',
  'Document.version': 'The first number of its version, such as 1; null if there is none.',
  visibility:
    'Who can see the document. `visible`: anyone who can read the entity’s documents. `hidden` and `admin_only`: only operators.',
  contentBase64: 'The content in base64, padded and without line breaks: 1 to 716,800 bytes.',
  fileUrl: 'A link to the file, valid for an hour without a credential; null if there is none.',

  'AdminDocument.withdrawnAt':
    'When it was withdrawn; null if it was not. Only in lists of documents.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  texts: [
    'SHA-256 of the text in UTF-8, hexadecimal.',
    '526578ab414199a2636cb3ff13c28a18e927dbfb8b82c04acaf21da27d5442cb',
  ],
};

/** Query parameters, by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListUploads.status': ['Only uploads with this status.', 'pending'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Pages: {
    'agreement.text_not_found': [
      'No agreement text has this SHA-256 digest.',
      'Copy the digest from the agreement, or from our email about the signature.',
    ],
  },
  Uploads: {
    'upload.being_checked': [
      'The file is being checked for malware.',
      'Send the request again after `Retry-After`.',
    ],
    'upload.refused': ['The file contains malware.', 'Upload a clean file.'],
    'upload.not_checkable': [
      'The file could not be checked for malware, for instance because it has a password.',
      'Upload a file without a password.',
    ],
    'upload.no_application': ['`applicationId` is missing.', 'Send it as a form field.'],
    'upload.no_file': [
      'The file is missing, empty, or was sent as text.',
      'Send it as a file field of the form.',
    ],
    'upload.unsupported_type': [
      'The file is not a PDF, JPEG or PNG, or it is damaged.',
      'Send an intact file of one of these types.',
    ],
    'upload.too_large': ['The file is over 4.5 MB.', 'Upload a smaller file.'],
  },
};
