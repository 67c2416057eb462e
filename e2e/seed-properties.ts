import fc from 'fast-check'

/**
 * Set-up of every file of unit tests: properties use the same values in each run, so that a failure can be
 * repeated.
 */
fc.configureGlobal({ seed: 20_261_122 })
