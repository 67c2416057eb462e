import { keysOf } from './text.ts'

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

/** The parts of an attribute's file that filters, sorts and facets ask for: `image_url:width`. */
export const fileParts = {
  width: 'number',
  height: 'number',
  size: 'number',
  media_type: 'text',
  color_space: 'text',
  orientation: 'text',
} as const
export type FilePart = keyof typeof fileParts
export const filePartNames = keysOf(fileParts)

export function isFilePart(name: string): name is FilePart {
  return Object.hasOwn(fileParts, name)
}

/** The attribute and the part that a key names; undefined for any other key. */
export function readFilePart(
  key: string,
): { readonly attribute: string; readonly part: FilePart } | undefined {
  const at = key.lastIndexOf(':')
  const part = key.slice(at + 1)
  return at > 0 && isFilePart(part) ? { attribute: key.slice(0, at), part } : undefined
}

export function toFilePartKey(attribute: string, part: FilePart): string {
  return `${attribute}:${part}`
}

export function isPixelsKey(key: string): boolean {
  return key.endsWith(pixelsSuffix)
}
