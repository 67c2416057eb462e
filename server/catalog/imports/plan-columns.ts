import { freeAttributeKey, isAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import { foldText } from '#shared/text.ts'
import type { Faults } from '../errors.ts'

/** What of an attribute the mapping looks at. */
export interface KnownAttribute {
  readonly key: string
  readonly name: string
  readonly writable: boolean
}

/** A column whose cells are written to an attribute. */
export interface ImportColumn {
  readonly index: number
  readonly header: string
  readonly key: string
  /** True where the attribute does not exist yet. */
  readonly isNew: boolean
}

export interface ColumnPlan {
  readonly columns: readonly ImportColumn[]
  /** Columns that nothing is taken from: mapped to nothing, computed, or without an attribute. */
  readonly ignored: readonly string[]
}

export interface ColumnRequest {
  readonly headers: readonly string[]
  readonly attributes: readonly KnownAttribute[]
  /** Column to attribute key; null leaves the column out. */
  readonly mapping: Readonly<Record<string, string | null>>
  readonly createMissing: boolean
}

/**
 * Finds the attribute for each column of an import: as mapped, else by key, by name, by folded name, by the key its header
 * would get. No attribute takes two columns. What remains becomes a new attribute, or is ignored.
 */
export function planColumns(request: ColumnRequest, faults: Faults): ColumnPlan {
  const keys = new Map<number, string>()
  const ignored = new Set<number>()
  applyMapping(request, { keys, ignored }, faults)
  matchHeaders(request, { keys, ignored })

  const known = new Map(request.attributes.map((attribute) => [attribute.key, attribute]))
  const taken = new Set([...known.keys(), ...keys.values()])
  const columns: ImportColumn[] = []
  for (const [index, header] of request.headers.entries()) {
    const key = keys.get(index) ?? newKey(header, ignored.has(index) || !request.createMissing, taken)
    if (key === undefined || known.get(key)?.writable === false) ignored.add(index)
    else columns.push({ index, header, key, isNew: !known.has(key) })
  }
  return { columns, ignored: request.headers.filter((header, index) => header !== '' && ignored.has(index)) }
}

interface Assignment {
  readonly keys: Map<number, string>
  readonly ignored: Set<number>
}

function applyMapping(
  { headers, attributes, mapping, createMissing }: ColumnRequest,
  to: Assignment,
  faults: Faults,
) {
  for (const [column, key] of Object.entries(mapping)) {
    const index = headers.indexOf(column.trim())
    const field = `mapping.${column}`
    if (index < 0) faults.addSentence(field, 'The file has no column of this name.', headers.slice(0, 50))
    else if (key === null) to.ignored.add(index)
    else if ([...to.keys.values()].includes(key)) {
      faults.addSentence(field, `Two columns are mapped to ${key}. Map one of them to null.`)
    } else if (
      attributes.some((attribute) => attribute.key === key) ||
      (createMissing && isAttributeKey(key))
    ) {
      to.keys.set(index, key)
    } else faults.add(field, 'not_a_defined_attribute')
  }
}

const waysToMatch: readonly {
  ofHeader: (header: string) => string
  of: (attribute: KnownAttribute) => string
}[] = [
  { ofHeader: (header) => header, of: ({ key }) => key },
  { ofHeader: (header) => header, of: ({ name }) => name },
  { ofHeader: foldText, of: ({ name }) => foldText(name) },
  { ofHeader: toAttributeKey, of: ({ key }) => key },
]

// The surest way goes over all columns first, so that a likeness never takes an attribute from its exact name.
function matchHeaders({ headers, attributes }: ColumnRequest, { keys, ignored }: Assignment): void {
  const taken = new Set(keys.values())
  for (const { ofHeader, of } of waysToMatch) {
    const found = new Map(attributes.filter(({ key }) => !taken.has(key)).map((a) => [of(a), a.key]))
    for (const [index, header] of headers.entries()) {
      const key = found.get(ofHeader(header))
      if (key === undefined || header === '' || keys.has(index) || ignored.has(index) || taken.has(key))
        continue
      keys.set(index, key)
      taken.add(key)
    }
  }
}

function newKey(header: string, isLeftOut: boolean, taken: Set<string>): string | undefined {
  if (isLeftOut || header === '') return undefined
  const key = freeAttributeKey(toAttributeKey(header), (candidate) => taken.has(candidate))
  taken.add(key)
  return key
}

const nameLike = ['name', 'title', 'product_name', 'product name', 'product title', 'label', 'file_name']

/**
 * The new attribute that becomes the primary one of a type without: a name or title, else the merge key. It is required on
 * create from then on, so only a column that is filled in every row will do.
 */
export function choosePrimary(
  columns: readonly ImportColumn[],
  isFilled: (column: ImportColumn) => boolean,
  mergeKey: string | undefined,
): string | undefined {
  const fit = columns.filter((column) => column.isNew && isFilled(column))
  for (const name of nameLike) {
    const column = fit.find(({ header }) => foldText(header) === name)
    if (column) return column.key
  }
  return fit.find(({ key }) => key === mergeKey)?.key
}
