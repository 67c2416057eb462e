/** The most attributes that rows are grouped by, one within the other. */
export const maxGroupLevels = 3
