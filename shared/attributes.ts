import { keysOf, isOneOf } from './text.ts'
import { systemFields } from './entities.ts'

export type Family = 'text' | 'number' | 'date' | 'timestamp' | 'boolean' | 'id'

export type Shape = 'scalar' | 'reference' | 'reference_list' | 'inverse' | 'computed'

/** Properties of data types for every part of the program, so that nothing lists data types by name. */
export interface DataTypeTraits {
  readonly name: string
  readonly family: Family
  readonly shape: Shape
  readonly writable: boolean
  readonly sortable: boolean
  /** Whether people write the text as they like: such a value may name an entity, be a merge key and be edited in part. */
  readonly isFreeText: boolean
  readonly layout: 'line' | 'lines' | 'html' | undefined
  readonly isLong: boolean
  /** Whether values are chosen from `acceptable_values`, and whether there must be some to choose from. */
  readonly options: 'none' | 'optional' | 'required'
  readonly hasTokens: boolean
  readonly media: 'image' | 'video' | undefined
  readonly bounds: NumberBounds
}

export interface NumberBounds {
  readonly min?: number
  readonly max?: number
  readonly isWhole?: boolean
}

type OwnTraits = Partial<Omit<DataTypeTraits, 'name' | 'family' | 'shape'>>

type TraitsOfShape<S extends Shape> = DataTypeTraits & { readonly shape: S }

function traits<S extends Shape>(
  name: string,
  family: Family,
  shape: S,
  own: OwnTraits = {},
): TraitsOfShape<S> {
  const isReference = shape === 'reference' || shape === 'reference_list'
  return {
    name,
    family,
    shape,
    writable: shape === 'scalar' || isReference,
    sortable: shape === 'scalar' || shape === 'computed',
    isFreeText: false,
    layout: undefined,
    isLong: false,
    options: 'none',
    hasTokens: false,
    media: undefined,
    bounds: {},
    ...own,
  }
}

const scalar = (name: string, family: Family, own?: OwnTraits) => traits(name, family, 'scalar', own)

/**
 * The one table of data types. A new row here does not compile before it has one in the server's table
 * (`server/catalog/attributes/data-types`) and one in the renderer's.
 */
export const dataTypeTraits = {
  single_line_text_field: scalar('Single line text', 'text', { isFreeText: true, layout: 'line' }),
  multi_line_text_field: scalar('Long text', 'text', { isFreeText: true, layout: 'lines', isLong: true }),
  rich_text_field: scalar('Rich text', 'text', { isFreeText: true, layout: 'html', isLong: true }),
  number: scalar('Number', 'number'),
  boolean: scalar('Checkbox', 'boolean'),
  date: scalar('Date', 'date'),
  url: scalar('URL', 'text', { isFreeText: true }),
  json: scalar('JSON', 'text', { isLong: true }),
  single_select_list: scalar('Single select', 'text', { options: 'required' }),
  multi_select_list: scalar('Multi select', 'text', { options: 'required', hasTokens: true }),
  image: scalar('Image', 'text', { media: 'image' }),
  video: scalar('Video', 'text', { media: 'video' }),
  formula: traits('Formula', 'text', 'computed'),
  status: scalar('Status', 'text', { options: 'optional' }),
  progress: scalar('Progress', 'number', { bounds: { min: 0, max: 100 } }),
  rank: scalar('Rank', 'number', { bounds: { min: 1, isWhole: true } }),
  entity_reference: traits('Reference', 'id', 'reference'),
  entity_list_reference: traits('List of references', 'id', 'reference_list'),
  inverse_reference: traits('Inverse reference', 'id', 'inverse'),
  reference_lookup: traits('Lookup', 'text', 'computed'),
}

export type DataType = keyof typeof dataTypeTraits
export const dataTypes = keysOf(dataTypeTraits)

/** The data types of one shape; deriving them makes a table over them incomplete as soon as one is added. */
export type DataTypeOfShape<S extends Shape> = {
  [T in DataType]: (typeof dataTypeTraits)[T]['shape'] extends S ? T : never
}[DataType]
export type ScalarDataType = DataTypeOfShape<'scalar'>

export function isScalarType(type: DataType): type is ScalarDataType {
  return dataTypeTraits[type].shape === 'scalar'
}

export function holdsReferences({ shape }: Pick<DataTypeTraits, 'shape'>): boolean {
  return shape === 'reference' || shape === 'reference_list'
}

export function isReferenceType(type: DataType): boolean {
  return holdsReferences(dataTypeTraits[type])
}

export const inheritanceModes = ['off', 'inherit_from_parent', 'rollup_from_children'] as const
export const rollupModes = ['unique', 'all'] as const
export const generationTools = [
  'includeWebSearch',
  'includeDataSources',
  'includeImages',
  'includeProductAttributes',
] as const
export const imageModels = ['gpt-image-1', 'nano-banana'] as const
export const aspectRatios = ['Square', 'Landscape', 'Portrait'] as const
export const videoModels = ['veo3.1'] as const
export const autoGenerateModes = ['missing', 'stale', 'off'] as const
export const attributeTools = [
  'manual',
  'formula',
  'text_generation',
  'image_generation',
  'video_generation',
] as const
export type AttributeTool = (typeof attributeTools)[number]

export type {
  AttributeConfig,
  AttributeCreate,
  AttributeCreateBody,
  AttributeDefinition,
  AttributePatch,
  Constraints,
} from './schemas/attributes.ts'

export const attributeKeyPattern = /^[a-z][a-z0-9_]{0,63}$/

export const maxKeyLength = 64

/** Returns the first of `key`, `key_2`, `key_3`… that is neither taken nor a system field. */
export function freeAttributeKey(key: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = key.slice(0, maxKeyLength - suffix.length) + suffix
    if (!isTaken(candidate) && !isReservedKey(candidate)) return candidate
  }
}

function isReservedKey(key: string): boolean {
  return isOneOf(systemFields, key)
}

export function isAttributeKey(key: string): boolean {
  return attributeKeyPattern.test(key) && !isReservedKey(key)
}
