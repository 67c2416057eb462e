import {
  type AttributeCreate,
  type AttributeTool,
  dataTypeTraits,
  inheritanceModes,
  rollupModes,
} from '#shared/attributes.ts'
import { roles } from '#shared/team.ts'
import { isOneOf } from '#shared/text.ts'
import { type AttributeExtras, generationDefaults } from '../../store/tables/attributes.ts'
import { isDataType } from './known-types.ts'

const noExtras: AttributeExtras = {
  tool: 'manual',
  channel: null,
  ai_generated: false,
  custom_instructions: null,
  acceptable_values: null,
  default_value: null,
  constraints: {},
  source_attributes: null,
  selected_tools: [],
  inheritance_mode: 'off',
  rollup_mode: null,
  formula: null,
  reference: null,
  image_model: null,
  aspect_ratio: null,
  video_model: null,
  ...generationDefaults,
}

/** What of a checked definition is kept beside its columns, with everything filled in that it leaves open. */
export function toExtras(body: AttributeCreate): AttributeExtras {
  const {
    name: _name,
    key: _key,
    entity_type: _type,
    data_type: _dataType,
    is_primary: _isPrimary,
    editable_by: open,
    ...given
  } = body
  const mode = chooseInheritance(body)
  const value = given.default_value ?? ''
  const rollup = rollupModes.find((known) => known === given.rollup_mode)
  return {
    ...noExtras,
    // The enumerated members were checked; the request type keeps them as plain text.
    ...(given as Partial<AttributeExtras>),
    ...(open && { editable_by: roles.filter((role) => open.includes(role)) }),
    tool: chooseTool(body),
    default_value: value === '' ? null : String(value),
    inheritance_mode: mode,
    rollup_mode: mode === 'rollup_from_children' ? (rollup ?? 'unique') : null,
  }
}

/** Inheritance is ignored for images and videos (specification, POST /attributes). */
function chooseInheritance({ data_type: type, inheritance_mode: mode = 'off' }: AttributeCreate) {
  const isMedia = isDataType(type) && dataTypeTraits[type].media !== undefined
  return !isMedia && isOneOf(inheritanceModes, mode) ? mode : 'off'
}

function chooseTool({ data_type: type, ai_generated: isGenerated }: AttributeCreate): AttributeTool {
  if (type === 'formula') return 'formula'
  if (!isGenerated) return 'manual'
  const media = isDataType(type) ? dataTypeTraits[type].media : undefined
  return `${media ?? 'text'}_generation`
}
