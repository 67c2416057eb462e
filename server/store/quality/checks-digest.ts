/**
 * A digest of the code of quality checks: results stored by other code are not read. A test reports when
 * it must be updated.
 */
export const checksDigest = 'B1daSs7iItCxOrb6'
