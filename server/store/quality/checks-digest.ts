/**
 * A digest of the code of quality checks: results stored by other code are not read. A test says when to
 * write it again.
 */
export const checksDigest = 'wEbVBSlqQkg-XVcj'
