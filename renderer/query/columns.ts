import {
  dataTypeTraits,
  type AttributeConfig,
  type AttributeDefinition,
  type Constraints,
  type DataType,
  type Family,
} from '#shared/attributes.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { AttributeValue } from '#shared/entities.ts'

/** A cell is drawn and edited by its data type; the system fields have two of their own. */
export type CellKind = DataType | 'timestamp' | 'identifier'

/** One column of the grid: an attribute, or a system field. `id` is the key that sorts and filters take. */
export interface GridColumn {
  readonly id: string
  readonly name: string
  readonly kind: CellKind
  readonly family: Family
  readonly isFreeText: boolean
  readonly isSystem: boolean
  readonly isPrimary: boolean
  readonly isSortable: boolean
  readonly width: number
  /** Why the cells cannot be edited, in plain words; undefined where they can. */
  readonly readOnlyReason: string | undefined
  /** Whether a cell without a value of its own shows that of the parent or of the variants. */
  readonly isDerived: boolean
  readonly options: readonly string[]
  readonly constraints: Constraints
  readonly referenceType: EntityType | undefined
}

/** What the grid knows of an attribute: the public definition, and what the owner's surface adds where it answers. */
export type GridAttribute = AttributeDefinition &
  Partial<Pick<AttributeConfig, 'constraints' | 'reference' | 'inheritance_mode'>>

const widths: Partial<Record<CellKind, number>> = {
  single_line_text_field: 190,
  multi_line_text_field: 240,
  rich_text_field: 240,
  number: 110,
  boolean: 110,
  date: 120,
  url: 210,
  multi_select_list: 200,
  status: 130,
  progress: 140,
  image: 130,
  rank: 80,
  entity_list_reference: 220,
  inverse_reference: 280,
  timestamp: 170,
  identifier: 290,
}

const primaryWidth = 260
const headerSpare = 70

const computedReasons: Partial<Record<DataType, string>> = {
  formula: 'This value is computed by a formula. Edit the attributes it reads.',
  reference_lookup: 'This value is looked up through a reference. Edit it where it is stored.',
  inverse_reference: 'This list follows from references of other entities. Edit those references.',
}

const noConstraints: Constraints = {}

/** The column of an attribute. */
export function toColumn(attribute: GridAttribute): GridColumn {
  const traits = dataTypeTraits[attribute.data_type]
  return {
    id: attribute.key,
    name: attribute.name,
    kind: attribute.data_type,
    family: traits.family,
    isFreeText: traits.isFreeText,
    isSystem: false,
    isPrimary: attribute.is_primary,
    isSortable: traits.sortable,
    width: attribute.is_primary ? primaryWidth : widthOf(attribute),
    readOnlyReason: attribute.writable
      ? undefined
      : (computedReasons[attribute.data_type] ?? 'This value is computed and cannot be edited.'),
    isDerived: (attribute.inheritance_mode ?? 'off') !== 'off',
    options: attribute.acceptable_values,
    constraints: attribute.constraints ?? noConstraints,
    referenceType: attribute.reference?.type,
  }
}

/** Wide enough for what the type holds and for most of the name beside its sign. */
function widthOf({ data_type: dataType, name }: GridAttribute): number {
  const nameWidth = Math.min(220, name.length * 7.5 + headerSpare)
  return Math.round(Math.max(widths[dataType] ?? 160, nameWidth))
}

const systemColumns: readonly GridColumn[] = [
  systemColumn('created_at', 'Created', 'timestamp', 'The creation time is set by Vitrine.'),
  systemColumn('updated_at', 'Updated', 'timestamp', 'The time of the last change is set by Vitrine.'),
  systemColumn('parent_id', 'Parent ID', 'identifier', 'The parent is set where the entity is created.'),
  systemColumn('id', 'ID', 'identifier', 'An ID never changes.'),
]

function systemColumn(
  id: string,
  name: string,
  kind: 'timestamp' | 'identifier',
  reason: string,
): GridColumn {
  return {
    id,
    name,
    kind,
    family: kind === 'timestamp' ? 'timestamp' : 'id',
    isFreeText: false,
    isSystem: true,
    isPrimary: false,
    isSortable: true,
    width: widths[kind] ?? 160,
    readOnlyReason: reason,
    isDerived: false,
    options: [],
    constraints: noConstraints,
    referenceType: undefined,
  }
}

/** Every column of a type: the primary attribute first, the other attributes in their order, then the system fields. */
export function toColumns(attributes: readonly GridAttribute[]): GridColumn[] {
  const columns = attributes.map(toColumn)
  const primary = columns.filter(({ isPrimary }) => isPrimary)
  return [...primary, ...columns.filter(({ isPrimary }) => !isPrimary), ...systemColumns]
}

/** Which columns a grid without a view leaves out: the system fields. */
export const hiddenByDefault: Readonly<Record<string, boolean>> = Object.fromEntries(
  systemColumns.map(({ id }) => [id, false]),
)

/** What the entity holds for the column; null when unset. */
export function valueOf(entity: EntityResource, column: GridColumn): AttributeValue | null {
  if (!column.isSystem) return entity.attributes[column.id] ?? null
  return entity[column.id as 'id' | 'parent_id' | 'created_at' | 'updated_at']
}
