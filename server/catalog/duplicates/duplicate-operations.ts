import { dropDuplicateGroups, storeDuplicateGroups, storePictureSignatures } from './store-groups.ts'
import { type DuplicateStatus, duplicateStatuses } from '#shared/duplicates.ts'
import { entityTypes, type EntityType, parseUuid, toEntityType, isEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { nameRole, type Role } from '#shared/team.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { parseJson } from '../../store/database/json.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  changeGroup,
  type DismissedRow,
  findGroup,
  type GroupRow,
  listGroupPage,
  putDismissed,
  removeDismissed,
} from '../../store/tables/duplicates.ts'
import { listTrashedStubs } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { CatalogError, conflict, Faults, notFound } from '../errors.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

export const duplicateReads = { listDuplicates, findDuplicateType }

export const duplicateWrites = {
  decideDuplicate,
  storeDuplicateGroups,
  dropDuplicateGroups,
  storePictureSignatures,
}

interface ListDuplicates {
  readonly type?: string | undefined
  readonly types: readonly EntityType[]
  readonly status?: string | undefined
  readonly min_score?: number | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of groups of likely duplicates, the surest first; open ones by default. */
function listDuplicates(db: ReadableDb, request: ListDuplicates): Answer {
  const faults = new Faults(request.faults)
  const { type, types, limit, cursor, min_score: minScore = 0 } = request
  if (type !== undefined && !isEntityType(type)) faults.add('type', 'invalid_value', entityTypes, type)
  const status = readStatus(request.status ?? 'open', duplicateStatuses, faults)
  const mark = markList(db, ['duplicates', types, status, minScore])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  const settled = faults.settled(status)
  refuseWhereQuoted(db, types)
  const behind = position && ([Number(position.values[0]), position.entity] as const)
  const offset = behind ? 0 : request.offset
  const filter = { types, status: settled, minScore }
  const { rows, total } = listGroupPage(db, filter, { limit: limit + 1, offset, behind })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = last ? { entity: last.id, values: [last.score] } : position
  return pageAnswer(groupsJson(db, page), {
    total,
    limit,
    offset,
    has_more: rows.length > page.length,
    next_cursor: encodeCursor(mark, next),
  })
}

/** Reasons quote the texts that were compared, and do not say of which attribute they are. */
function refuseWhereQuoted({ hidden }: ReadableDb, types: readonly EntityType[]): void {
  if (!hidden || !types.some((type) => hidden.searchedTypes.has(type))) return
  throw new CatalogError(
    'forbidden',
    message('attribute.role_may_not_read_all', { role: nameRole(hidden.role) }),
  )
}

function readStatus(
  sent: string | undefined,
  known: readonly DuplicateStatus[],
  faults: Faults,
): DuplicateStatus | undefined {
  if (sent === undefined) return undefined
  return known.find((one) => one === sent) ?? faults.add('status', 'invalid_value', known, sent)
}

/** Groups in the form of answers. An open one has its live members; others have those in the trash too. */
function groupsJson(db: ReadableDb, rows: readonly GroupRow[]): string[] {
  const members = rows.map((row) => parseJson(row.members))
  const stubs = new Map(stubsJson(db, [...new Set(members.flat())]))
  const gone = members.flat().filter((id) => !stubs.has(id))
  for (const [id, uuid, type, label] of listTrashedStubs(db, gone))
    stubs.set(id, JSON.stringify({ id: uuid, type: entityTypes[type], label }))
  const isGone = new Set(gone)
  return rows.map(({ uuid, score, status, reasons }, index) => {
    const shown = (members[index] ?? []).filter(
      (id) => stubs.has(id) && (status !== 'open' || !isGone.has(id)),
    )
    const entities = shown.map((id) => stubs.get(id)).join()
    return `{"id":"${uuid}","score":${score},"entities":[${entities}],"reasons":${reasons},"status":"${status}"}`
  })
}

function findDuplicateType(db: ReadableDb, { id }: { readonly id: string }): EntityType {
  return toEntityType(getGroup(db, id).type)
}

function getGroup(db: ReadableDb, id: string): GroupRow {
  const uuid = parseUuid(id)
  const row = uuid && findGroup(db, uuid)
  if (!row) throw notFound(message('not_found.duplicate_group', { id }), message('not_found.list_duplicates'))
  return row
}

interface DecideDuplicate {
  readonly id: string
  /** The role of the caller, where something is hidden from it. */
  readonly role?: Role | undefined
  readonly body: { readonly status?: string }
  readonly faults: readonly FieldError[]
}

function decideDuplicate(tx: WritableDb, { id, role, body, faults: structural }: DecideDuplicate): Answer {
  const group = getGroup(tx, id)
  refuseWhereQuoted(viewFor(tx, role), [toEntityType(group.type)])
  const faults = new Faults(structural)
  const status = faults.settled(readStatus(body.status, ['open', 'dismissed'], faults))
  if (group.status === 'merged') throw conflict(message('duplicate.group_merged'))
  if (status === 'open') removeDismissed(tx, group.members)
  else putDismissed(tx, dismissedMatches(group))
  if (status !== group.status) changeGroup(tx, { ...group, status })
  return dataAnswer(200, groupsJson(tx, [{ ...group, status }])[0] ?? '')
}

function dismissedMatches({ members, marks }: GroupRow): DismissedRow[] {
  const ids = parseJson(members)
  return Object.entries(parseJson(marks)).flatMap(([way, of]) =>
    ids.flatMap((one, index) =>
      ids
        .slice(index + 1)
        .map((other, position): DismissedRow => [
          one,
          other,
          way as DismissedRow[2],
          `${of[index]} ${of[index + 1 + position]}`,
        ]),
    ),
  )
}
