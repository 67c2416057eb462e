/** Behind a key: the length of its texts and the size of its pictures, which filters and sorts take too, and whether there is a value. */
export const [lengthSuffix, pixelsSuffix, presenceSuffix] = [':length', ':pixels', ':presence']
/** Behind the key of a reference: the names of what it leads to, which lists are sorted and grouped by. */
export const labelSuffix = ':label'
/** How many facets are asked for at once: each is a walk over the rows. */
export const maxFacets = 50
export const maxFacetValues = 1_000

/** The key that filters take of a facet: all but whether there is a value have one of their own. */
export function keyOfFacet(name: string): string {
  return name.endsWith(presenceSuffix) ? name.slice(0, -presenceSuffix.length) : name
}

/** The attribute that a sort key is about. */
export function attributeOfSort(key: string): string {
  return key.endsWith(labelSuffix) ? key.slice(0, -labelSuffix.length) : key
}

export function isLengthKey(key: string): boolean {
  return key.endsWith(lengthSuffix)
}

export function isPixelsKey(key: string): boolean {
  return key.endsWith(pixelsSuffix)
}
