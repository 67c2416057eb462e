import type {
  AttributeConfig,
  AttributeCreate,
  Constraints,
  inheritanceModes,
  rollupModes,
} from '#shared/attributes.ts'
import { channelKeys, type ChannelKey } from '#shared/channels.ts'
import type { Role } from '#shared/team.ts'
import { readPattern } from '#shared/pattern-syntax.ts'
import { splitOptions, keysOf } from '#shared/text.ts'
import { toGenerationDraft, toGenerationMembers } from '../generation/generation-draft.ts'
import {
  emptyDraft,
  inverseName,
  newOption,
  toAttributeCreate,
  type AttributeDraft,
  type DraftFaults,
} from './attribute-draft.ts'
import { t, tMessage } from '../ui/text.ts'
import type { DocumentUse } from '#shared/files.ts'

export type InheritanceMode = (typeof inheritanceModes)[number]
export type RollupMode = (typeof rollupModes)[number]

export interface AttributeEdit extends AttributeDraft {
  readonly channel: ChannelKey | ''
  readonly defaultValue: string
  readonly inheritance: InheritanceMode
  readonly rollup: RollupMode
  readonly minLength: string
  readonly maxLength: string
  readonly pattern: string
  readonly maxItems: string
  readonly document: DocumentUse | ''
  readonly isGtin: boolean
  /** Numbers in texts sort by their size. */
  readonly isNatural: boolean
  readonly editableBy: readonly Role[]
  readonly readableBy: readonly Role[]
}

export type EditFaults = DraftFaults & Partial<Record<keyof AttributeEdit, string>>

/** The parts of the dialog for the server's faults, beyond those of new attributes. */
export const editParts: readonly (readonly [string, keyof EditFaults])[] = [
  ['channel', 'channel'],
  ['default_value', 'defaultValue'],
  ['inheritance_mode', 'inheritance'],
  ['rollup_mode', 'rollup'],
  ['constraints.min_length', 'minLength'],
  ['constraints.max_length', 'maxLength'],
  ['constraints.pattern', 'pattern'],
  ['constraints.max_items', 'maxItems'],
  ['constraints.document', 'document'],
  ['constraints.check', 'isGtin'],
  ['constraints.sort', 'isNatural'],
  ['constraints.unique', 'isUnique'],
  ['constraints.required', 'isRequired'],
  ['editable_by', 'editableBy'],
  ['readable_by', 'readableBy'],
]

/** The roles that an attribute can be closed to: owners always have access, viewers never. */
export const restrictable = ['manager', 'editor', 'contributor'] as const satisfies readonly Role[]

/** The roles that may be kept from reading an attribute. */
export const readers = [...restrictable, 'viewer'] as const satisfies readonly Role[]

/** Returns the stored form: null where all roles are in. */
function toRoles(open: readonly Role[], all: readonly Role[]): Role[] | null {
  return open.length === all.length ? null : ['owner', ...open]
}

/** A new attribute: what only stored ones have is as they begin. */
export const emptyEdit: AttributeEdit = {
  ...emptyDraft,
  channel: '',
  defaultValue: '',
  inheritance: 'off',
  rollup: 'unique',
  minLength: '',
  maxLength: '',
  pattern: '',
  maxItems: '',
  document: '',
  isGtin: false,
  isNatural: false,
  editableBy: restrictable,
  readableBy: readers,
}

export function toEdit(config: AttributeConfig): AttributeEdit {
  const { constraints } = config
  return {
    ...emptyDraft,
    name: config.name,
    dataType: config.data_type,
    kind: constraints.kind,
    currency: constraints.currency ?? '',
    options: optionsOf(config),
    ...pathOf(config),
    isPrimary: config.is_primary,
    isRequired: constraints.required === true,
    isUnique: constraints.unique === true,
    unit: constraints.unit ?? '',
    min: textOf(constraints.min),
    max: textOf(constraints.max),
    decimals: textOf(constraints.decimals),
    channel: channelKeys.find((key) => key === config.channel) ?? '',
    defaultValue: config.default_value ?? '',
    inheritance: config.inheritance_mode,
    rollup: config.rollup_mode ?? 'unique',
    formula: config.formula ?? '',
    minLength: textOf(constraints.min_length),
    maxLength: textOf(constraints.max_length),
    pattern: constraints.pattern ?? '',
    maxItems: textOf(constraints.max_items),
    document: constraints.document ?? '',
    isGtin: constraints.check === 'gtin',
    meaning: config.semantic_type ?? '',
    isNatural: constraints.sort === 'natural',
    generation: toGenerationDraft(config),
    editableBy: restrictable.filter((role) => config.editable_by?.includes(role) ?? true),
    readableBy: readers.filter((role) => config.readable_by?.includes(role) ?? true),
  }
}

function pathOf({ data_type: dataType, reference }: AttributeConfig): Partial<AttributeDraft> {
  const { type, via = '', attribute = '' } = reference ?? {}
  if (dataType === 'reference_lookup') return { via, lookedUp: attribute }
  if (dataType === 'inverse_reference') return type ? { inverseOf: inverseName(type, attribute) } : {}
  return { target: type ?? '' }
}

function optionsOf({ acceptable_values: values, constraints }: AttributeConfig): AttributeDraft['options'] {
  return splitOptions(values ?? '').map((name, position) => {
    const option = newOption(name, position)
    return { ...option, color: constraints.colors?.[name] ?? option.color }
  })
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

export function toPatch(config: AttributeConfig, edit: AttributeEdit): AttributeCreate {
  const before = toBody(config, toEdit(config))
  const after = toBody(config, edit)
  const changed = keysOf(after).filter(
    (member) => JSON.stringify(after[member]) !== JSON.stringify(before[member]),
  )
  return Object.fromEntries(changed.map((member) => [member, after[member]]))
}

function toBody(config: AttributeConfig, edit: AttributeEdit): AttributeCreate {
  const {
    acceptable_values: values,
    reference,
    is_primary: _primary,
    ...create
  } = toAttributeCreate(config.entity_type, edit)
  return {
    ...create,
    ...toGenerationMembers(edit.generation, edit.dataType),
    entity_type: config.entity_type,
    acceptable_values: values || null,
    ...(reference && { reference }),
    is_primary: edit.isPrimary,
    constraints: toConstraints(config, edit, create.constraints ?? {}),
    default_value: edit.defaultValue.trim() || null,
    channel: edit.channel || null,
    inheritance_mode: edit.inheritance,
    semantic_type: edit.meaning || null,
    editable_by: toRoles(edit.editableBy, restrictable),
    readable_by: toRoles(edit.readableBy, readers),
    ...(edit.inheritance === 'rollup_from_children' && { rollup_mode: edit.rollup }),
  }
}

function toConstraints(config: AttributeConfig, edit: AttributeEdit, common: Constraints): Constraints {
  const numbers: [keyof Constraints, string][] = [
    ['min_length', edit.minLength],
    ['max_length', edit.maxLength],
    ['max_items', edit.maxItems],
  ]
  const { colors, ...others } = common
  const chosen = chosenColors(config, colors ?? {})
  return {
    ...others,
    ...(Object.keys(chosen).length > 0 && { colors: chosen }),
    ...Object.fromEntries(
      numbers.filter(([, text]) => text.trim() !== '').map(([name, text]) => [name, Number(text)]),
    ),
    ...(edit.document !== '' && { document: edit.document }),
    ...(edit.pattern !== '' && { pattern: edit.pattern }),
    ...(edit.isGtin && { check: 'gtin' as const }),
    ...(edit.isNatural && { sort: 'natural' as const }),
  }
}

/** Colours that the dialog only proposed are not written. */
function chosenColors(
  config: AttributeConfig,
  colors: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = new Map(optionsOf(config).map(({ name, color }) => [name, color]))
  const isProposed = (name: string, color: string): boolean =>
    shown.get(name) === color && config.constraints.colors?.[name] === undefined
  return Object.fromEntries(Object.entries(colors).filter(([name, color]) => !isProposed(name, color)))
}

export function checkStored({ constraints: { pattern = '' } }: AttributeConfig): EditFaults {
  const fault = patternFault(pattern)
  return fault === undefined ? {} : { pattern: t('No value is checked by this pattern. {fault}', { fault }) }
}

/** Faults beyond those of new attributes. A stored value may stay. */
export function checkEdit(
  { minLength, maxLength, maxItems, pattern }: AttributeEdit,
  { constraints }: AttributeConfig,
): EditFaults {
  const faults: EditFaults = {}
  for (const [part, text] of Object.entries({ minLength, maxLength, maxItems })) {
    if (!/^\d*$/.test(text.trim()))
      faults[part as 'minLength'] = t('Enter a whole number, or leave it empty.')
  }
  const fault = pattern === constraints.pattern ? undefined : patternFault(pattern)
  return fault === undefined ? faults : { ...faults, pattern: fault }
}

function patternFault(pattern: string): string | undefined {
  const read = readPattern(pattern)
  if (!read) return t('This is not a regular expression. Check its brackets.')
  return 'fault' in read ? tMessage(read.fault) : undefined
}
