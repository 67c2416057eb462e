import { canBeWritten } from '#shared/prompted-types.ts'
import {
  type AttributeDefinition,
  type Constraints,
  type DataTypeTraits,
  holdsReferences,
} from '#shared/attributes.ts'
import type { ChannelSummary } from '#shared/channels.ts'
import type { ListedAttributeConfig } from '#shared/schemas/attributes.ts'
import type { EntityResource, EntityType, AttributeValue } from '#shared/entities.ts'
import { labelSuffix } from '#shared/facets.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import { scoreKey } from '#shared/quality.ts'
import { remarksKey } from '#shared/views.ts'
import { maxValueBytes } from '#shared/value-limits.ts'
import { attributeKindOf, cellLooks, cellTraits, type CellKind, dataTypeLooks } from './data-types.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { foldText } from '#shared/text.ts'

/** One column of the grid: an attribute, or a system field. `id` is the key of sorts and filters. */
export interface GridColumn {
  readonly id: string
  readonly name: string
  readonly kind: CellKind
  readonly traits: DataTypeTraits
  readonly isSystem: boolean
  readonly isPrimary: boolean
  readonly sortKey: string | undefined
  readonly width: number
  /** Why the cells are read-only, in plain words; undefined where they are not. */
  readonly readOnlyReason: string | undefined
  /** Whether a blank cell shows the value of the parent or of the variants. */
  readonly isDerived: boolean
  readonly options: readonly string[]
  readonly constraints: Constraints
  /** The maximal bytes of a text, whatever its constraints. */
  readonly maxBytes: number
  readonly referenceType: EntityType | undefined
  readonly isGenerated: boolean
  /** Whether a model can write its values, by a prompt of its own or one that ships. */
  readonly isWritten: boolean
  readonly isClosed?: boolean
  readonly meaning?: SemanticType
}

/** A public definition with the members of the owner's surface, where that is accessible. */
export type GridAttribute = AttributeDefinition &
  Partial<
    Pick<
      ListedAttributeConfig,
      'constraints' | 'reference' | 'inheritance_mode' | 'ai_generated' | 'semantic_type' | 'is_closed'
    >
  >

const primaryWidth = 260
const headerSpare = 70
const currencySpare = 32

const noConstraints: Constraints = {}

export function sortKeyOf(key: string, traits: DataTypeTraits): string | undefined {
  if (holdsReferences(traits)) return `${key}${labelSuffix}`
  return traits.sortable ? key : undefined
}

export function toColumn(attribute: GridAttribute): GridColumn {
  const kind = attributeKindOf(attribute.data_type, attribute.constraints)
  const traits = cellTraits()[kind]
  return {
    id: attribute.key,
    name: attribute.name,
    kind,
    traits,
    isSystem: false,
    isPrimary: attribute.is_primary,
    sortKey: sortKeyOf(attribute.key, traits),
    width: attribute.is_primary ? primaryWidth : widthOf(attribute),
    readOnlyReason: readOnlyReason(attribute),
    isDerived: (attribute.inheritance_mode ?? 'off') !== 'off',
    options: attribute.acceptable_values,
    constraints: attribute.constraints ?? noConstraints,
    maxBytes: maxValueBytes(traits, attribute.entity_type),
    referenceType: attribute.reference?.type,
    isGenerated: attribute.ai_generated ?? false,
    isWritten: canBeWritten(attribute),
    isClosed: attribute.writable && attribute.is_closed === true,
    ...(attribute.semantic_type && { meaning: attribute.semantic_type }),
  }
}

/**
 * Returns the columns for a person without any right to edit: a lock on each would only repeat the notice
 * above the page.
 */
export function closeColumns(columns: readonly GridColumn[], reason: string): readonly GridColumn[] {
  return columns.map((column) => ({
    ...column,
    isClosed: false,
    readOnlyReason: column.isClosed === true ? reason : (column.readOnlyReason ?? reason),
  }))
}

function readOnlyReason({
  writable,
  data_type: type,
  is_closed: isClosed,
}: GridAttribute): string | undefined {
  if (!writable)
    return dataTypeLooks()[type].readOnlyReason ?? t('This value is computed and cannot be edited.')
  if (isClosed !== true) return undefined
  return t('Your role does not let you edit this value. An owner of the workspace can change that.')
}

/** Returns a width for values of the type and most of the name next to its sign. */
function widthOf({ data_type: dataType, constraints, name }: GridAttribute): number {
  const currency = constraints?.currency === undefined ? 0 : currencySpare
  const nameWidth = Math.min(220, name.length * 7.5 + headerSpare) + currency
  return Math.round(Math.max(cellLooks()[attributeKindOf(dataType, constraints)].width, nameWidth))
}

export function completenessKeyOf(channel: string): string {
  return `completeness:${channel}`
}

export function completenessName(channel: Pick<ChannelSummary, 'name'>): string {
  return t('{name} completeness', { name: channel.name })
}

/**
 * Whether a column shows measures or remarks, which are no attributes and are fetched separately from the
 * rows.
 */
export function isMeasured({ kind }: Pick<GridColumn, 'kind'>): boolean {
  return kind === 'completeness' || kind === 'score' || kind === 'remark'
}

function completenessColumn(channel: Pick<ChannelSummary, 'key' | 'name'>): GridColumn {
  return {
    ...systemColumn(
      completenessKeyOf(channel.key),
      completenessName(channel),
      'completeness',
      t(
        'How much of what the channel requires is filled in. The Channels tab of the details shows what is missing.',
      ),
    ),
    isSystem: false,
  }
}

const scoreColumn = cachedByLanguage((): GridColumn => ({
  ...systemColumn(
    scoreKey,
    t('Quality score'),
    'score',
    t('How many of the checks that apply are met. The details show what is wrong.'),
  ),
  isSystem: false,
}))

const remarksColumn = cachedByLanguage((): GridColumn => ({
  ...systemColumn(
    remarksKey,
    t('Remarks'),
    'remark',
    t('What was said last about the row or its cells. Press Enter to read all of it and to answer.'),
  ),
  isSystem: false,
  sortKey: undefined,
}))

const systemColumns = cachedByLanguage((): readonly GridColumn[] => [
  systemColumn('created_at', t('Created'), 'timestamp', t('The creation time is set by Vitrine.')),
  systemColumn('updated_at', t('Updated'), 'timestamp', t('The time of the last change is set by Vitrine.')),
  systemColumn('parent_id', t('Parent ID'), 'identifier', t('The parent is set when the entry is created.')),
  systemColumn('id', 'ID', 'identifier', t('An ID never changes.')),
])

function systemColumn(
  id: string,
  name: string,
  kind: 'timestamp' | 'identifier' | 'completeness' | 'score' | 'remark',
  reason: string,
): GridColumn {
  return {
    id,
    name,
    kind,
    traits: cellTraits()[kind],
    isSystem: true,
    isPrimary: false,
    sortKey: id,
    width: cellLooks()[kind].width,
    readOnlyReason: reason,
    isDerived: false,
    options: [],
    constraints: noConstraints,
    maxBytes: Infinity,
    referenceType: undefined,
    isGenerated: false,
    isWritten: false,
  }
}

/**
 * Every column of a type: the primary attribute, other attributes, completeness and quality, system fields.
 */
export function toColumns(
  attributes: readonly GridAttribute[],
  channels: readonly Pick<ChannelSummary, 'key' | 'name'>[] = [],
): GridColumn[] {
  const columns = attributes.map(toColumn)
  const primary = columns.filter(({ isPrimary }) => isPrimary)
  const others = columns.filter(({ isPrimary }) => !isPrimary)
  return [
    ...primary,
    ...others,
    ...channels.map(completenessColumn),
    scoreColumn(),
    remarksColumn(),
    ...systemColumns(),
  ]
}

/** Whether a column is shown; a measured one only by choice. */
export function isVisible(
  column: Pick<GridColumn, 'id' | 'kind'>,
  visibility: Readonly<Record<string, boolean>>,
): boolean {
  return visibility[column.id] ?? !isMeasured(column)
}

/** Columns that a grid hides without a view: the system fields. */
export const hiddenByDefault: Readonly<Record<string, boolean>> = Object.fromEntries(
  systemColumns().map(({ id }) => [id, false]),
)

export function readValue(entity: EntityResource, column: GridColumn): AttributeValue | null {
  if (!column.isSystem) return entity.attributes[column.id] ?? null
  return entity[column.id as 'id' | 'parent_id' | 'created_at' | 'updated_at']
}

export function findNameFault(name: string, takenNames: readonly string[]): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return t('Give the attribute a name.')
  if (!takenNames.some((taken) => foldText(taken) === foldText(trimmed))) return undefined
  return t('There is an attribute named {trimmed} already. Give this one another name.', { trimmed })
}
