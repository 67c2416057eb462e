/**
 * Names, behind the `#` of an invitation, the SHA-256 digest (base64url) of the only certificate that may answer at its
 * address. A browser does not send what stands there.
 */
export const certificateMember = 'certificate'

/** The certificate of such a link as people compare it: `1A2B 3C4D …`, the whole digest in hexadecimal. */
export function formatCertificate(digest: string): string {
  const bytes = atob(digest.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = [...bytes].map((byte) => (byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('')
  return (hex.toUpperCase().match(/.{1,4}/g) ?? []).join(' ')
}
