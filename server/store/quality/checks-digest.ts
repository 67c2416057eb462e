/**
 * A digest of the code that finds results of quality checks: what was stored by other code is not read again.
 * A test says when it has to be written again.
 */
export const checksDigest = '75fmuk6TmwjQZEFj'
