/** Behind a key: the length of its texts, which filters and sorts take too, and whether there is a value. */
export const [lengthSuffix, presenceSuffix] = [':length', ':presence']
/** The most values that one facet lists. */
export const mostFacetValues = 1_000

/** Whether a facet tells the length of texts. */
export function isLengthKey(key: string): boolean {
  return key.endsWith(lengthSuffix)
}
