/**
 * Suffixes of a key: the length of its texts and the size of its pictures, for filters and sorts too, and
 * whether there is a value.
 */
export const [lengthSuffix, pixelsSuffix, presenceSuffix] = [':length', ':pixels', ':presence']
/** The suffix of a reference's key for the labels of its targets, by which lists are sorted and grouped. */
export const labelSuffix = ':label'
/** How many facets one request may have: each scans the rows. */
export const maxFacets = 50
export const maxFacetValues = 1_000

export function keyOfFacet(name: string): string {
  return name.endsWith(presenceSuffix) ? name.slice(0, -presenceSuffix.length) : name
}

export function attributeOfSort(key: string): string {
  return key.endsWith(labelSuffix) ? key.slice(0, -labelSuffix.length) : key
}

export function isLengthKey(key: string): boolean {
  return key.endsWith(lengthSuffix)
}

export function isPixelsKey(key: string): boolean {
  return key.endsWith(pixelsSuffix)
}
