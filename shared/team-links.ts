/**
 * Names, behind the `#` of an invitation, the SHA-256 digest (base64url) of the only certificate that may answer at its
 * address. A browser does not send what stands there.
 */
export const certificateMember = 'certificate'
