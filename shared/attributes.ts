/**
 * How a data type is compared in filters and sorts. `text` may serve as a merge key; `text_like` compares as text but may not.
 */
export type Family = 'text' | 'text_like' | 'number' | 'date' | 'timestamp' | 'boolean' | 'id'

/** What a value looks like on the wire. */
export type Shape = 'scalar' | 'reference' | 'reference_list' | 'inverse' | 'computed'

export interface DataTypeTraits {
  readonly name: string
  readonly family: Family
  readonly shape: Shape
  readonly writable: boolean
  readonly sortable: boolean
}

const scalar = (name: string, family: Family): DataTypeTraits => ({
  name,
  family,
  shape: 'scalar',
  writable: true,
  sortable: true,
})

/** Every data type with its traits; `name` is what people read. */
export const dataTypeTraits = {
  single_line_text_field: scalar('Single line text', 'text'),
  multi_line_text_field: scalar('Long text', 'text'),
  rich_text_field: scalar('Rich text', 'text'),
  number: scalar('Number', 'number'),
  boolean: scalar('Checkbox', 'boolean'),
  date: scalar('Date', 'date'),
  url: scalar('URL', 'text'),
  json: scalar('JSON', 'text_like'),
  single_select_list: scalar('Single select', 'text_like'),
  multi_select_list: scalar('Multi select', 'text_like'),
  image: scalar('Image', 'text_like'),
  video: scalar('Video', 'text_like'),
  formula: { name: 'Formula', family: 'text_like', shape: 'computed', writable: false, sortable: true },
  status: scalar('Status', 'text_like'),
  progress: scalar('Progress', 'number'),
  rank: scalar('Rank', 'number'),
  entity_reference: { name: 'Reference', family: 'id', shape: 'reference', writable: true, sortable: false },
  entity_list_reference: {
    name: 'List of references',
    family: 'id',
    shape: 'reference_list',
    writable: true,
    sortable: false,
  },
  inverse_reference: {
    name: 'Inverse reference',
    family: 'id',
    shape: 'inverse',
    writable: false,
    sortable: false,
  },
  reference_lookup: {
    name: 'Lookup',
    family: 'text_like',
    shape: 'computed',
    writable: false,
    sortable: true,
  },
} as const satisfies Record<string, DataTypeTraits>

export type DataType = keyof typeof dataTypeTraits
export const dataTypes = Object.keys(dataTypeTraits) as DataType[]

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
export const attributeTools = [
  'manual',
  'formula',
  'text_generation',
  'image_generation',
  'video_generation',
] as const
/** The data types whose values are chosen from `acceptable_values`; a status without options takes any text. */
export const optionTypes: readonly DataType[] = ['single_select_list', 'multi_select_list', 'status']
export type AttributeTool = (typeof attributeTools)[number]

export type {
  AttributeConfig,
  AttributeCreate,
  AttributeDefinition,
  AttributePatch,
  Constraints,
} from './schemas/attributes.ts'

export const attributeKeyPattern = /^[a-z][a-z0-9_]{0,63}$/
