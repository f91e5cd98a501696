import { fileState } from './entity-notes.ts';

/** Notes for the operators' API: decided cases, and related data. */
export const caseNotes: Readonly<Record<string, string>> = {
  decision: 'Whether it is approved or rejected.',
  'AdminDecideReviewRequest.reason': 'The reason, which the applicant reads. A rejection needs it.',
  reasonCode: 'What kind of reason a rejection has; null without one.',
  'Review.reason': 'Why it was decided so; null until then, or without a reason.',
  'data.reason': 'Why it was decided so; null until then, or without a reason.',
  'ReservedName.reason': 'Why the name is kept back; null without a reason.',
  'CancelCertificateRequest.reason': 'Why it is cancelled; its entity reads it.',
  answer: 'The answer to those who objected to an amendment. An approval then needs it.',
  'AdminDecideReviewRequest.objections':
    'How many objections the answer is for: all that there are.',
  'Integration.objections':
    'How many applications were objected to by someone who reads the applicant’s mail.',
  'data.objections': 'What representatives object to the amendment.',
  'objections.name': 'The name of the person who objected; null without one.',
  'objections.note': 'What they said; null when they said nothing.',
  'objections.status': 'Whether it is answered.',
  represents: 'Whether they represent the entity now.',
  objectedAt: 'When the objection was made; null without one.',
  status: 'The status.',
  firstApproval:
    'Who approved first, where two persons have to; null before, and where one is enough.',
  claim: 'Who says that they are at work on it; null when nobody does.',
  'firstApproval.by': 'The id of the person.',
  'firstApproval.at': 'When.',
  'claim.by': 'An IAM principal, or a person’s id.',
  'claim.at': 'Since when.',
  'claim.endsAt': 'When it ends by itself.',
  notes: 'What reviewers and operators noted for each other, oldest first.',
  informationRequests: 'Questions to the applicant, oldest first.',
  samePersonReason:
    'Why a permit number is granted although someone who has one may be the same person; the audit trail keeps it.',
  similarPeople:
    'People with a permit number who may be the applicant of a pending residency application, the most similar first. All have the applicant’s date of birth.',
  'similarPeople.reasons': 'In what they are the same, beside the date of birth.',
  similarNames:
    'Names of others that may be taken for the one that a pending case proposes, the best first; null where they could not be looked up.',
  'similarNames.id': 'The id of the entity, reservation, application or amendment.',
  'similarNames.name': 'The name without the extension.',
  'similarNames.extension':
    'The extension; null of a reserved name, and where an amendment leaves it.',
  'similarNames.status':
    'Whether an entity has it, operators keep it back, or others have applied for it.',
  'informationRequests.message': 'The question, which the applicant reads.',
  'informationRequests.requestedAt': 'When it was asked.',
  requestedBy: 'Who asked: an IAM principal, or a person’s id.',
  'informationRequests.answeredAt': 'When it was answered; null until then.',
  answeredBy: 'Who answered: a key’s id, or a person’s; null until then.',
  'informationRequests.answer': 'The answer; null until there is one.',
  'informationRequests.fileUrl':
    'The file that came with it, for an hour and without a credential; null without one, and while nobody may open it.',
  'informationRequests.fileState': fileState,
  'notes.at': 'When it was noted.',
  'notes.by': 'Whose it is: an IAM principal, or a person’s id.',
  text: 'The note.',
  returnedReason: 'Why an approval came back; null unless it did.',
  'AdminMailboxCase.email': 'The address of the account when the case was opened.',
  'AdminMailboxCase.newEmail': 'The address that the account is to have.',
  'AdminMailboxCase.status':
    '`open`: waits for the first approval; `approved`: for the second; `waiting`: the 72 hours; `changed`: the account has the new address; `stopped`: by the link sent to the old mailbox.',
  'AdminMailboxCase.openedAt': 'When it was opened.',
  'AdminMailboxCase.openedBy':
    'The id of the person of the staff who opened it; null: an operator did.',
  'AdminMailboxCase.evidence': 'How many files of evidence it has.',
  'AdminMailboxCase.approvals': 'Who has approved it: none, one or two persons of the staff.',
  'approvals.by': 'The id of the person.',
  'approvals.at': 'When they approved it.',
  'AdminMailboxCase.newEmailProvenAt':
    'When someone who reads the new address proved it, by the link that was emailed there; null: not yet, and nobody approves.',
  'AdminMailboxCase.confirmedAt':
    'When its person confirmed it with a passkey; null: they have not.',
  'AdminMailboxCase.dueAt':
    'From when on the address is changed, within the hour; null before the second approval.',
  'AdminMailboxCase.endedAt': 'When it ended; null while it runs.',
  'AdminMailboxCase.reasonCode':
    'Why it was refused; `address_taken` and `account_deactivated`: by itself, at the end of the wait.',
  'OpenMailboxCase.personId': 'The id of the person whose mailbox is lost.',
  'OpenMailboxCase.email': 'The address that they are to have.',
  'EndMailboxCase.reasonCode': 'Why it is refused.',
  'EndMailboxCase.decision': 'To withdraw it, or to refuse it.',
  'OperatorApproval.act': 'For which act of `OPERATOR_APPROVALS` a second operator is asked.',
  'OperatorApproval.operation': 'The operationId of the request.',
  'OperatorApproval.params': 'The ids in its path.',
  'OperatorApproval.fields': 'The names of the fields of its body.',
  'OperatorApproval.askedBy': 'The IAM principal that asked.',
  'OperatorApproval.askedAt': 'When it was asked for.',
  'OperatorApproval.expiresAt': 'Until when someone can approve it.',
  'OperatorApproval.decidedBy':
    'The IAM principal that decided; null until then, and where its time was up.',
  'OperatorApproval.request':
    'The request to send again in order to approve it; null once it is decided, and in lists.',
  'request.method': 'Its method.',
  'request.path': 'Its path.',
  'request.body': 'Its body; null without one.',
  decidedAt: 'When it was decided; null until then.',
  decidedBy: 'Who decided: an IAM principal or a person’s id; null until then.',

  integrationId: 'The partner’s integration that made it.',
  proofOfAddressSwornBy: 'The name under the sworn statement; null without one.',
  proofOfAddressFileUrl:
    'A link to the uploaded proof, valid for an hour without a credential; null if there is none or it cannot be opened yet.',
  proofOfAddressFileState: fileState,
  'UploadLine.reviewId':
    'The review whose question was answered with the file; null for other files.',
  'UploadLine.applicationId': 'The application that it is the proof of; null for other files.',
  'UploadLine.personId': 'Who uploaded it; null where a partner did.',
  'UploadLine.status':
    'How its check for malware stands; `unscannable` could not be looked into, `refused` has some.',
  'UploadLine.kind': 'What was uploaded.',
  'UploadLine.decidedAt': 'When it was checked; null while it is pending.',
  objectKey: 'Where it lies in the bucket; below `refused/` once malware was found in it.',
  agreement: 'How the Agreement of Coexistence stands.',
  verification: 'How the verification of the applicant’s identity stands.',
  verifiedAt: 'When the outcome was recorded; null until then.',
  account: 'The account that has the address now; null when there is none.',
  standing: 'What the holder of that account says about the application.',
  confirmedAt: 'When they said that it is theirs; null until then.',
  differences: 'The fields in which the account differs from the application.',
  residencyActive: 'Whether the account’s residency is current.',
};
