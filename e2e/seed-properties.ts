import fc from 'fast-check'

/** Set-up of every file of unit tests: a property is tried on the same values in each run, as a failure has to come again. */
fc.configureGlobal({ seed: 20_261_122 })
