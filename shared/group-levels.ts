/** The most attributes that rows are grouped by, one within the other. */
export const mostGroupLevels = 3
