/** Notes for the operators' API: OAuth clients. */
export const clientNotes: Readonly<Record<string, string>> = {
  clientId: 'The id of the client.',
  'RegisterClient.clientId': 'An id of your own choice; a random one where it is not sent.',
  clientSecret: 'The secret itself, null for a public client. It is in no other answer.',
  secrets: 'The secrets that work now, the newest first.',
  'secrets.id': 'What the secret is revoked by.',
  'secrets.expiresAt': 'When it stops working; null: when it is replaced.',
  'OAuthClient.name': 'The name that users see.',
  'RegisterClient.name': 'The name that users see.',
  'ReviseClient.name': 'The name that users see.',
  'NewOAuthClientAnswer.name': 'The name that users see.',
  'NewOAuthClientAnswer.active': 'Whether users can sign in to it.',
  'Will.active': 'Whether it is signed and not revoked.',
  public: 'Whether it is a public client, which can’t keep a secret and uses PKCE instead.',
  redirectUris: 'Where answers may go; at most 20. A confidential client needs one.',
  statusList: 'The status list on which it has its place.',
  statusIndex: 'Its place on that list; of several copies that of the first.',
  'CredentialView.copies':
    'How many copies, for as many keys, it has: each has a place of its own, and all are revoked as one.',
  revokedReason: 'Why it was revoked; null while it counts.',
  maxClients: 'How many clients can be registered with the token.',
  registered: 'How many were.',
  'IssueRegistrationToken.days': 'For how many days it can be used.',
  publisher: 'Who publishes it, as people are shown when they are asked; null: nobody is named.',
  privacyUri: 'Where they say what they do with data; null: nothing is linked.',
  logo: 'SHA-256 of the picture that people are shown with the name; null: there is none.',
  'proposed.logo':
    'The picture that it would have, in an answer about the client by its SHA-256; null: none.',
  logoBase64:
    'A picture that people are shown with the name: a PNG, as wide as it is high, in base64; null: none. Only the picture is kept, without metadata of the file.',
  'ClientLook.shown': 'What people are shown now, its owner alone where it is in test mode.',
  'ClientLook.proposed':
    'What they would be shown once the change that waits is approved; null: none waits.',
  'ClientLook.revision': 'What a decision names as looked at.',
  'shown.name': 'The name that users see.',
  'proposed.name': 'The name that users see.',
  'shown.logo': 'The picture beside the name; null: there is none.',
  'logo.side': 'How many pixels it is wide, and high.',
  grantTypes:
    'What a client that registered itself may exchange for tokens; null: it may use every grant.',
  requestObjectKeys:
    'The public keys that verify its signed requests and assertions; at most five.',
  jwksUri:
    'Where its keys must be found (a JWK Set), instead of `requestObjectKeys`; null: nowhere.',
  attestationAnchors:
    'Certificates (PEM) of authorities: attestations of its instances and of a wallet’s keys count with a certificate in `x5c` that leads to one of them, beside those by its keys; at most five.',
  postLogoutRedirectUris: 'Where a browser can go after a logout; at most 20.',
  tokenEndpointAuthMethod:
    'How it proves who it is: `client_secret`, `private_key_jwt` by its keys, `attest_jwt_client_auth` by attestations that they sign of its instances, or `none`, if it is public.',
  requirePushedAuthorizationRequests:
    'Whether it must push all its authorization requests (RFC 9126).',
  dpopBoundAccessTokens:
    'Whether its tokens are bound to a key (DPoP); its refresh tokens stay the same then.',
  strictDpopProofs:
    'Whether its proofs count once at `/api/v1/me` and userinfo as well, and need a nonce there; only with `dpopBoundAccessTokens`.',
  idTokenSignedResponseAlg: 'What its ID tokens and access tokens are signed with.',
  frontchannelLogoutUri:
    'An address that is shown in a frame when a session ends, with `iss` and `sid`; null: none. It has the origin of a redirect URI.',
  backchannelLogoutUri:
    'An address that gets a logout token when a session, a consent or a grant of the account ends; null: none.',
  backchannelLogoutSessionRequired:
    'Whether each logout token has to name a session by its `sid`, and ends nothing else; only with `backchannelLogoutUri`.',
  'OAuthClient.review':
    'How an application that a resident registered stands; null: operators registered it, or someone with their token.',
  'NewOAuthClientAnswer.review':
    'How an application that a resident registered stands; null: operators registered it, or someone with their token.',
  'review.ownerId': 'The resident who registered it.',
  'review.state':
    'The status. In `test`, `waiting` and `rejected` its owner alone signs in with it, in `suspended` nobody.',
  'review.reason':
    'Why it, or a change of it, was rejected, or it was suspended; null: it was not.',
  'review.proposed':
    'What a change of an approved one would make of it, once that is approved; null: none waits.',
  'review.revision': 'Goes up with each change and each decision.',
  'review.similarNames':
    'What its name, or the proposed one, may be taken for. Look twice before you approve it.',
  'similarNames.of':
    'Whose name it is: the name of the registry, of its keeper, or of another client.',
  'similarNames.clientId': 'The other client; null for the registry and its keeper.',
  'ClientDecision.decision': 'What is decided about it.',
  'ClientDecision.revision': 'The revision that was looked at.',
  'ClientDecision.reason': 'The reason, which its owner gets by email.',
  'OAuthClient.active': 'Whether users can sign in to it.',
  'ReviseClient.active': 'Whether users can sign in to it.',
  overlapHours: 'For how many hours the previous secret keeps working; 0 ends it immediately.',
};
