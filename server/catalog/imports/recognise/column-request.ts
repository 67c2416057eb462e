import type { DataType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ColumnMapping, ColumnRule, DateOrder, DecimalMark, mappingReasons } from '#shared/imports.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import type { Attribute, AttributeSet } from '../../../store/tables/attributes.ts'
import type { ColumnTraits } from './column-scan.ts'
import type { FileScan, FileShape } from './file-scan.ts'

export interface KnownAttribute {
  readonly key: string
  readonly name: string
  readonly writable: boolean
  readonly content?: 'gtin' | 'image' | undefined
  readonly options?: readonly string[]
  readonly dataType?: DataType
  readonly isPrimary?: boolean
  readonly unit?: string | undefined
  readonly target?: EntityType | undefined
}

export type MappingReason = (typeof mappingReasons)[number]

/**
 * A column whose cells are written to an attribute or the parent (`parent_id`), or identify the entity
 * (`id`).
 */
export interface ImportColumn {
  readonly index: number
  readonly header: string
  readonly key: string
  /** True where the attribute does not exist yet. */
  readonly isNew: boolean
  readonly reason: MappingReason
  readonly rule?: ColumnRule
}

export interface ColumnPlan {
  readonly columns: readonly ImportColumn[]
  readonly ignored: readonly string[]
}

export interface ColumnRequest {
  readonly headers: readonly string[]
  readonly attributes: readonly KnownAttribute[]
  readonly mapping: ColumnMapping
  readonly createMissing: boolean
  /** The common properties of each column's cells; without them only names count. */
  readonly traits?: readonly ColumnTraits[]
  readonly filled?: readonly number[]
  readonly type?: EntityType
  readonly samples?: readonly (readonly string[])[]
  readonly isById?: boolean
  readonly shape?: FileShape | undefined
  readonly parents?: ReadonlyMap<number, number> | undefined
  readonly pictureColumns?: readonly number[] | undefined
}

export const importableFields: readonly string[] = ['parent_id', 'id']

/** The decisions about the columns so far, by their index. */
export interface Assignment {
  readonly keys: Map<number, string>
  readonly ignored: Set<number>
  readonly reasons: Map<number, MappingReason>
}

/**
 * Whether a file contains entity ids of the catalog; other files may have columns of these names with
 * another meaning.
 */
export function isOwnFile({ headers, samples = [] }: Pick<ColumnRequest, 'headers' | 'samples'>): boolean {
  return samples[headers.indexOf('id')]?.some(isEntityId) ?? false
}

export function isEntityId(cell: string): boolean {
  return idPattern.test(cell.trim())
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export interface PlanRequest {
  readonly type: EntityType
  readonly mapping: ColumnMapping
  readonly merge_key?: string | undefined
  readonly create_missing_attributes?: boolean | undefined
  readonly decimal?: DecimalMark | undefined
  readonly dates?: DateOrder | undefined
}

export function toColumnRequest(
  { headers, traits, samples, filled, soundRows, isWhole = true, shape, parents, pictureColumns }: FileScan,
  request: PlanRequest,
  { list }: AttributeSet,
) {
  return {
    headers,
    traits,
    samples,
    type: request.type,
    ...(isWhole && soundRows > 0 && { filled }),
    attributes: list.map(toKnown),
    mapping: request.mapping,
    createMissing: request.create_missing_attributes ?? false,
    isById: request.merge_key === 'id',
    shape,
    parents,
    pictureColumns,
  }
}

function toKnown({ key, name, traits, dataType, isPrimary, options, extras }: Attribute): KnownAttribute {
  const { constraints } = extras
  const isGtin = constraints.kind === 'gtin' || constraints.check === 'gtin' || gtinKey.test(key)
  const content = isGtin ? 'gtin' : traits.media === 'image' ? 'image' : undefined
  return {
    key,
    name,
    writable: traits.writable,
    options,
    content,
    dataType,
    isPrimary,
    unit: unitOfConstraints(constraints),
    target: extras.reference?.type,
  }
}

const gtinKey = /(^|_)(gtin|ean|upc|barcode)($|_)/
