import { toJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { foldText } from '#shared/text.ts'
import {
  canShowBy,
  type GridView,
  type NewView,
  type ViewPatch,
  remarksKey,
  toClauseOfView,
} from '#shared/views.ts'
import type { SentClause } from '#shared/schemas/views.ts'
import { message } from '#shared/messages/message.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import { namesHidden, viewFor } from '../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  findViewRow,
  listViewRows,
  putViewRow,
  removeViewRow,
  type ViewRow,
} from '../../store/tables/views.ts'
import {
  type Answer,
  dataAnswer,
  checkEntityType,
  checkName,
  maxNameLength,
  requireFreeName,
} from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { Faults, notFound } from '../errors.ts'
import { plainContent, readContent, toView, type ViewContent } from './view-json.ts'
import { checkClauses, checkFilter, memberOf, refuseKey } from '../query/check-filter.ts'
import { findSource, isFacet } from '../query/find-source.ts'
import { checkSort } from '../query/check-sort.ts'
import { parseFilterObject, parseFilter } from '../query/filter-tree.ts'

export interface ListViews {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** Whether the caller may read all attributes that each text names; undefined where nothing is hidden from them. */
export function areReadable(
  db: ReadableDb,
  { texts }: { readonly texts: readonly string[] },
): readonly boolean[] | undefined {
  return db.hidden && texts.map((text) => !namesHidden(db, text))
}

export function listViews(db: ReadableDb, { type, faults: structural }: ListViews): Answer {
  const faults = new Faults(structural)
  const wanted = requireOneOf(entityTypes, 'type', type, faults)
  faults.throwIfAny()
  const rows = listViewRows(db, wanted)
  return dataAnswer(200, JSON.stringify(rows.map((row) => toView(db, row))))
}

interface ViewWrite<Body> extends CalledIn {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

/** The role of the caller, who names and sees what this role may read. */
interface CalledIn {
  readonly role?: Role | undefined
}

type New<Body> = ViewWrite<Body> & { readonly uuid?: string }

type Content = Omit<ViewPatch, 'name' | 'is_default'>

function checkContent(db: ReadableDb, type: EntityType, content: Content, faults: Faults): void {
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

function checkKind(
  { byKey }: AttributeSet,
  { kind, kind_by: by }: ViewContent['display'],
  faults: Faults,
): void {
  if (kind === 'grid') return
  const field = 'display.kind_by'
  if (by === null) return faults.explain(field, 'required', kindNeeds[kind])
  const attribute = byKey.get(by)
  if (!attribute || !canShowBy(kind, attribute.dataType))
    faults.explain(field, 'invalid_value', kindNeeds[kind])
}

const kindNeeds = {
  kanban: 'A kanban is by a status or a single select: send its key as kind_by.',
  calendar: 'A calendar is by a date: send its key as kind_by.',
} as const

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
  readonly conditions: readonly SentClause[]
  readonly field: string
}

const formerNames = { attribute: 'key', operator: 'op', value: 'value' } as const

function checkConditions(
  db: ReadableDb,
  attributes: AttributeSet,
  { conditions, field }: Conditions,
  faults: Faults,
): void {
  conditions.forEach((sent, index) => {
    const { attribute, operator, value } = toClauseOfView(sent)
    const own = new Faults()
    if (attribute === '') own.add('filter', 'required')
    else checkClauses(db, attributes, parseFilterObject({ [attribute]: { [operator]: value } }, own), own)
    for (const fault of own.list) {
      const member = attribute === '' ? 'attribute' : memberOf(fault.issue)
      const name =
        sent[member] === undefined && sent[formerNames[member]] !== undefined ? formerNames[member] : member
      faults.addAll(`${field}[${index}].${name}`, [fault])
    }
  })
}

/**
 * Creates a view: 201. Without columns it shows every attribute. 409 where the type has a view of that
 * name.
 */
export function createView(tx: WritableDb, { body, faults: structural, uuid, role }: New<NewView>): Answer {
  const faults = new Faults(structural)
  const view = viewFor(tx, role)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  if (type) checkContent(view, type, body, faults)
  const entityType = faults.settled(type)
  const attributes = attributesOf(view, entityType)
  const content = merge(plainContent(attributes.list.map(({ key }) => key)), body)
  checkKind(attributes, content.display, faults)
  faults.throwIfAny()
  const row = {
    uuid: uuid ?? nextIdentity(tx).uuid,
    type: entityType,
    name,
    isDefault: body.is_default ?? false,
    definition: toJson(content),
  }
  return put(tx, row, 201, role)
}

interface KnownView extends CalledIn {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Changes the members that are sent: 200. 404 comes before faults; 409 where another view of the type has the name. */
export function updateView(tx: WritableDb, request: KnownView & ViewWrite<ViewPatch>): Answer {
  const { id, body, role } = request
  const view = viewFor(tx, role)
  const row = findView(tx, id)
  const faults = new Faults(request.faults)
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  checkContent(view, row.type, { ...findPins(view, row), ...body }, faults)
  faults.throwIfAny()
  const content = merge(readContent(row), body)
  checkKind(attributesOf(tx, row.type), content.display, faults)
  faults.throwIfAny()
  const definition = toJson(content)
  return put(tx, { ...row, name, isDefault: body.is_default ?? row.isDefault, definition }, 200, role)
}

// A key pinned to one side only conflicts with those that stay pinned to the other.
function findPins(db: ReadableDb, row: ViewRow): Pick<GridView, 'pinned_left' | 'pinned_right'> {
  const { pinned_left, pinned_right } = toView(db, row)
  return { pinned_left, pinned_right }
}

/** A copy of a view, under the given name or the next free one; it is never the default: 201. */
export function duplicateView(tx: WritableDb, request: KnownView & ViewWrite<{ name: string }>): Answer {
  const row = findView(tx, request.id)
  const faults = new Faults(request.faults)
  const { name } = request.body
  const chosen = name === undefined ? freeName(tx, row) : checkName(name, faults)
  faults.throwIfAny()
  return put(tx, { ...row, uuid: nextIdentity(tx).uuid, name: chosen, isDefault: false }, 201, request.role)
}

/** Removes a view: 200 with the removed view. */
export function deleteView(tx: WritableDb, { id, faults, role }: KnownView): Answer {
  const row = findView(tx, id)
  new Faults(faults).throwIfAny()
  const view = toView(viewFor(tx, role), row)
  removeViewRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(view))
}

function findView(db: ReadableDb, id: string): ViewRow {
  const row = findViewRow(db, id.toLowerCase())
  if (!row) throw notFound(message('not_found.view', { id }))
  return row
}

function merge(before: ViewContent, body: Partial<ViewPatch>): ViewContent {
  const { visible_columns, pinned_left, pinned_right, sorting, filter_join, filter_tree } = body
  const filters = body.filters?.map(toClauseOfView)
  const { colours, ...shown } = body.display ?? {}
  const display = { ...shown, ...(colours && { colours: colours.map(toClauseOfView) }) }
  const sent = { visible_columns, pinned_left, pinned_right, sorting, filters, filter_join, filter_tree }
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given), display: { ...before.display, ...display } }
}

function put(tx: WritableDb, row: ViewRow, status: 200 | 201, role: Role | undefined): Answer {
  requireFreeName(row, listViewRows(tx, row.type), 'a view')
  putViewRow(tx, row)
  return dataAnswer(status, JSON.stringify(toView(viewFor(tx, role), row)))
}

function freeName(db: ReadableDb, { type, name }: ViewRow): string {
  const taken = new Set(listViewRows(db, type).map((row) => foldText(row.name)))
  const base = `${name.slice(0, maxNameLength - 12)} copy`
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? base : `${base} ${count}`
    if (!taken.has(foldText(candidate))) return candidate
  }
}
