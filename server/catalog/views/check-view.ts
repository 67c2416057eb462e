import type { EntityType } from '#shared/entities.ts'
import { remarksKey, type ViewPatch } from '#shared/views.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import { checkClauses, checkFilter, memberOf, refuseKey } from '../query/check-filter.ts'
import { findSource, isFacet } from '../query/find-source.ts'
import { checkSort } from '../query/check-sort.ts'
import { parseFilterObject } from '../query/filter-object.ts'
import { parseFilter } from '../query/filter-tree.ts'

type Content = Omit<ViewPatch, 'name' | 'is_default'>

/** Notes every key that is no column of the type, and every condition that a filter of the lists would refuse. */
export function checkContent(db: ReadableDb, type: EntityType, content: Content, faults: Faults): void {
  const attributes = attributesOf(db, type)
  const { display = {} } = content
  const isColumn = (key: string): boolean => findSource(db, attributes, key) !== undefined
  const requireColumn = (key: string, field: string): void => {
    if (!isColumn(key)) refuseKey(db, attributes, { field, key }, faults)
  }
  checkShown(content, requireColumn, faults)
  checkDisplayKeys(display, requireColumn)
  checkKeys(display.group_then_by ?? [], 'display.group_then_by', requireColumn, faults)
  const requireFacet = (name: string, field: string): void => {
    if (!isFacet(db, attributes, name)) refuseKey(db, attributes, { field, key: name }, faults)
  }
  checkKeys(display.facets ?? [], 'display.facets', requireFacet, faults)
  refusePinnedTwice(content, faults)
  checkSorting(db, attributes, content.sorting ?? [], faults)
  checkConditions(db, attributes, { conditions: content.filters ?? [], field: 'filters' }, faults)
  checkTree(db, attributes, content.filter_tree ?? null, faults)
  checkConditions(db, attributes, { conditions: display.colours ?? [], field: 'display.colours' }, faults)
}

/** What stands on the screen: columns of the type, and that of what people say about rows. */
function checkShown(
  content: Content,
  requireColumn: (key: string, field: string) => void,
  faults: Faults,
): void {
  const requireShown = (key: string, field: string): void => {
    if (key !== remarksKey) requireColumn(key, field)
  }
  for (const list of ['visible_columns', 'pinned_left', 'pinned_right'] as const)
    checkKeys(content[list] ?? [], list, requireShown, faults)
  for (const key of Object.keys(content.display?.widths ?? {})) requireShown(key, `display.widths.${key}`)
}

function checkDisplayKeys(
  display: NonNullable<Content['display']>,
  requireColumn: (key: string, field: string) => void,
): void {
  for (const key of Object.keys(display.summary ?? {})) requireColumn(key, `display.summary.${key}`)
  if (typeof display.group_by === 'string') requireColumn(display.group_by, 'display.group_by')
}

function checkKeys(
  keys: readonly string[],
  list: string,
  requireColumn: (key: string, field: string) => void,
  faults: Faults,
): void {
  keys.forEach((key, index) => {
    const field = `${list}[${index}]`
    if (keys.indexOf(key) < index)
      faults.explain(field, 'invalid_value', `${key} stands in ${list} already. Leave one out.`)
    else requireColumn(key, field)
  })
}

function refusePinnedTwice(
  { pinned_left: left = [], pinned_right: right = [] }: Content,
  faults: Faults,
): void {
  right.forEach((key, index) => {
    if (left.includes(key))
      faults.explain(
        `pinned_right[${index}]`,
        'invalid_value',
        `${key} is pinned left already. Pin it on one side.`,
      )
  })
}

function checkSorting(
  db: ReadableDb,
  attributes: AttributeSet,
  sorting: NonNullable<Content['sorting']>,
  faults: Faults,
): void {
  sorting.forEach(({ key, direction }, index) => {
    const own = new Faults()
    checkSort(db, attributes, [{ key, descending: direction === 'desc' }], own)
    faults.addAll(`sorting[${index}].key`, own.list)
  })
}

function checkTree(
  db: ReadableDb,
  attributes: AttributeSet,
  tree: NonNullable<Content['filter_tree']> | null,
  faults: Faults,
): void {
  if (!tree) return
  const own = new Faults()
  const filter = parseFilter(tree, own)
  if (!filter.tree && own.list.length === 0) own.addSentence('filter', noGroup)
  checkFilter(db, attributes, { ...filter, join: 'and' }, own)
  for (const fault of own.list) faults.addAll(fault.field.replace(/^filter/, 'filter_tree'), [fault])
}

const noGroup =
  'A tree begins with a group: {"and": […]} or {"or": […]}. Conditions without groups stand in filters.'

interface Conditions {
  readonly conditions: readonly { readonly key: string; readonly op: string; readonly value: unknown }[]
  readonly field: string
}

/** What a view calls the members of a clause. */
const memberNames = { attribute: 'key', operator: 'op', value: 'value' } as const

function checkConditions(
  db: ReadableDb,
  attributes: AttributeSet,
  { conditions, field }: Conditions,
  faults: Faults,
): void {
  conditions.forEach(({ key, op, value }, index) => {
    const own = new Faults()
    checkClauses(db, attributes, parseFilterObject({ [key]: { [op]: value } }, own), own)
    for (const fault of own.list)
      faults.addAll(`${field}[${index}].${memberNames[memberOf(fault.issue)]}`, [fault])
  })
}
