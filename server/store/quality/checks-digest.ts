/**
 * A digest of the code of quality checks: results stored by other code are not read. A test reports when
 * it must be updated.
 */
export const checksDigest = 'zzUV5cnlM8s6L06L'
