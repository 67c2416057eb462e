import { isFilePart, toFilePartKey } from '#shared/facets.ts'

const clausePattern = /^\w+\[([^[\]]+)\](?:\[([^[\]]+)\])?(?:\[([^[\]]+)\])?$/

/**
 * The key and the operator in the name of a clause: `filter[price][lt]`, and of the file that an attribute
 * holds `filter[image_url][width][gte]`. Undefined for a name of another form.
 */
export function parseClauseName(
  name: string,
): { readonly key: string; readonly operator: string } | undefined {
  const [, key, second, third] = clausePattern.exec(name) ?? []
  if (key === undefined) return undefined
  if (second !== undefined && isFilePart(second))
    return { key: toFilePartKey(key, second), operator: third ?? 'eq' }
  return third === undefined ? { key, operator: second ?? 'eq' } : undefined
}
