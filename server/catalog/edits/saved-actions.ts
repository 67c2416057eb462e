import type { BulkEdit, NewSavedAction, SavedAction, SavedActionPatch } from '#shared/bulk-operations.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { foldText } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { namesHidden, viewFor } from '../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  type ActionContent,
  type ActionRow,
  findActionRow,
  listActionRows,
  putActionRow,
  removeActionRow,
} from '../../store/tables/edits.ts'
import { type Answer, dataAnswer, checkEntityType, checkName, requireFreeName } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { Faults, notFound } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { bothFilters, parseFilter } from '../query/filter-tree.ts'
import { checkBulkChange } from './bulk-change.ts'

interface ListActions {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The saved actions of a type, or of all types, oldest first: 200. */
export function listSavedActions(db: ReadableDb, { type, faults: structural }: ListActions): Answer {
  const faults = new Faults(structural)
  const wanted = requireOneOf(entityTypes, 'type', type, faults)
  faults.throwIfAny()
  return dataAnswer(200, JSON.stringify(readableRows(db, wanted).map((row) => toAction(db, row))))
}

function readableRows(db: ReadableDb, type: EntityType | undefined): ActionRow[] {
  return listActionRows(db, type).filter(({ definition }) => !namesHidden(db, parseJson(definition)))
}

interface ActionWrite<Body> extends CalledIn {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

/** The role of the caller, who names and sees what this role may read. */
interface CalledIn {
  readonly role?: Role | undefined
}

const empty: ActionContent = { set: {}, clear: [], filter: {}, filter_join: 'and', q: '' }

type NewAction = ActionWrite<NewSavedAction> & {
  readonly uuid?: string
  readonly isPackaged?: boolean
}

/** Saves a bulk edit under a name: 201. 409 where the type has an action of that name. */
export function createSavedAction(
  tx: WritableDb,
  { body, faults: structural, uuid, isPackaged = false, role }: NewAction,
): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  const content = merge(empty, body)
  if (type && !isPackaged) checkContent(viewFor(tx, role), type, content, faults)
  const row = { uuid: uuid ?? nextIdentity(tx).uuid, type: faults.settled(type), name }
  return put(tx, { ...row, definition: toJson(content) }, 201)
}

interface KnownAction extends CalledIn {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Changes the members that are sent: 200. 404 comes before faults; 409 where another action of the type has the name. */
export function updateSavedAction(
  tx: WritableDb,
  { id, body, faults: structural, role }: KnownAction & ActionWrite<SavedActionPatch>,
): Answer {
  const view = viewFor(tx, role)
  const row = findAction(view, id)
  const faults = new Faults(structural)
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  const content = merge(parseJson(row.definition), body)
  checkContent(view, row.type, content, faults)
  faults.throwIfAny()
  return put(tx, { ...row, name, definition: toJson(content) }, 200)
}

/** Removes an action: 200 with the removed action. */
export function deleteSavedAction(tx: WritableDb, { id, faults, role }: KnownAction): Answer {
  const row = findAction(viewFor(tx, role), id)
  new Faults(faults).throwIfAny()
  removeActionRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toAction(tx, row)))
}

function findAction(db: ReadableDb, id: string): ActionRow {
  const row = findActionRow(db, id.toLowerCase())
  if (!row || namesHidden(db, parseJson(row.definition)))
    throw notFound(message('not_found.saved_action', { id }))
  return row
}

function put(tx: WritableDb, row: ActionRow, status: 200 | 201): Answer {
  requireFreeName(row, listActionRows(tx, row.type), 'a saved action')
  putActionRow(tx, row)
  return dataAnswer(status, JSON.stringify(toAction(tx, row)))
}

function toAction(db: ReadableDb, { uuid, type, name, definition }: ActionRow): SavedAction {
  const content = parseJson(definition)
  const faults = new Faults()
  checkContent(db, type, content, faults)
  const broken = [...new Set(faults.list.map(({ field }) => field))]
  return { id: uuid, name, entity_type: type, ...content, ...(broken.length > 0 && { broken }) }
}

function merge(before: ActionContent, body: Partial<SavedActionPatch>): ActionContent {
  const { set, clear, append = {}, replace, filter, filter_join, q } = { ...before, ...body }
  return {
    set,
    clear,
    ...(Object.keys(append).length > 0 && { append }),
    ...(replace && { replace }),
    filter,
    filter_join,
    q: q.trim(),
  }
}

function checkContent(db: ReadableDb, type: EntityType, content: ActionContent, faults: Faults): void {
  const asked = parseFilter(content.filter, faults)
  checkFilter(db, attributesOf(db, type), { ...asked, join: 'and' }, faults)
  checkBulkChange(db, type, changeOf(content), faults)
}

const changing = ['set', 'clear', 'append', 'replace'] as const

function changeOf({ set, clear, append, replace }: ActionContent): Pick<BulkEdit, (typeof changing)[number]> {
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(clear.length > 0 && { clear }),
    ...(append && { append }),
    ...(replace && { replace }),
  }
}

export function withSavedAction(
  db: ReadableDb,
  { saved_action: named, ...edit }: Partial<BulkEdit>,
  type: EntityType | undefined,
  faults: Faults,
): Partial<BulkEdit> {
  if (named === undefined || !type) return edit
  if (changing.some((member) => edit[member] !== undefined))
    faults.explain(
      'saved_action',
      'invalid_value',
      'An action says what is changed. Send it, or set, clear, append and replace.',
    )
  const rows = listActionRows(db, type)
  const row = rows.find(
    ({ uuid, name }) => uuid === named.toLowerCase() || foldText(name) === foldText(named),
  )
  if (!row) {
    const known = rows.map(({ name }) => name)
    faults.add('saved_action', 'invalid_value', known, named)
    return edit
  }
  const content = parseJson(row.definition)
  const q = [content.q, edit.q?.trim() ?? ''].filter((text) => text !== '').join(' ')
  return { ...edit, ...changeOf(content), ...bothFilters(content, edit), ...(q !== '' && { q }) }
}
