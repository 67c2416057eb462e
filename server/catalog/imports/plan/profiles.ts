import { namesHidden, viewFor } from '../../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../../store/database/database.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Answer, dataAnswer, checkEntityType, checkName, requireFreeName } from '../../answer.ts'
import { Faults, notFound } from '../../errors.ts'
import {
  listProfileRows,
  removeProfileRow,
  type ProfileRow,
  findProfileRow,
  putProfileRow,
} from '../../../store/tables/imports.ts'
import type { NewImportProfile, ImportProfile, ImportSettings, CellCorrection } from '#shared/imports.ts'
import { toJson, parseJson } from '../../../store/database/json.ts'
import { nextIdentity } from '../../../store/tables/entities.ts'
import { foldText } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { checkMapping } from '../recognise/column-rules.ts'
import { maxCorrections } from '#shared/schemas/file-reading.ts'
import { isObject } from '#shared/exact-json.ts'
import type { FileScan } from '../recognise/file-scan.ts'

export function listImportProfiles(
  db: ReadableDb,
  { faults }: { readonly faults: readonly FieldError[] },
): Answer {
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(readableRows(db).map(toProfile)))
}

/** The profiles without those that name an attribute which the reader may not read. */
function readableRows(db: ReadableDb): ProfileRow[] {
  return listProfileRows(db).filter(({ settings }) => !namesHidden(db, parseJson(settings)))
}

interface ProfileWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

type New<Body> = ProfileWrite<Body> & { readonly uuid?: string }

/** Saves settings under a name: 201; 409 where a profile has the name. */
export function createImportProfile(
  tx: WritableDb,
  { body, faults: structural, uuid }: New<NewImportProfile>,
): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  checkSettings(body.settings, faults)
  const entityType = faults.settled(type)
  const settings = toJson(body.settings ?? {})
  return put(tx, { uuid: uuid ?? nextIdentity(tx).uuid, type: entityType, name, settings }, 201)
}

interface KnownProfile {
  readonly id: string
  /** The role of the caller, who finds what this role may read. */
  readonly role?: Role | undefined
  readonly faults: readonly FieldError[]
}

/** Changes the name, the settings as a whole, or both: 200. */
export function updateImportProfile(
  tx: WritableDb,
  request: KnownProfile & ProfileWrite<Omit<NewImportProfile, 'entity_type'>>,
): Answer {
  const row = find(viewFor(tx, request.role), request.id)
  const faults = new Faults(request.faults)
  const { name, settings } = request.body
  const chosen = name === undefined ? row.name : checkName(name, faults)
  checkSettings(settings, faults)
  faults.throwIfAny()
  return put(tx, { ...row, name: chosen, settings: settings ? toJson(settings) : row.settings }, 200)
}

/** Removes a profile: 200 with the removed profile. */
export function deleteImportProfile(tx: WritableDb, { id, faults, role }: KnownProfile): Answer {
  const row = find(viewFor(tx, role), id)
  new Faults(faults).throwIfAny()
  removeProfileRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toProfile(row)))
}

export function importProfileNames(db: ReadableDb): string[] {
  return readableRows(db).map(({ name }) => name)
}

export function findImportProfile(db: ReadableDb, nameOrId: string): ImportProfile | undefined {
  const wanted = foldText(nameOrId)
  const row = readableRows(db).find(({ uuid, name }) => uuid === wanted || foldText(name) === wanted)
  return row && toProfile(row)
}

function find(db: ReadableDb, id: string): ProfileRow {
  const row = findProfileRow(db, id.toLowerCase())
  if (!row || namesHidden(db, parseJson(row.settings)))
    throw notFound(message('not_found.import_profile', { id }))
  return row
}

/** The route has checked the form; a mapping is checked against each file. */
function checkSettings(settings: ImportSettings | undefined, faults: Faults): void {
  if (typeof settings?.mapping === 'object' && faults.isEmpty) checkMapping(settings.mapping, faults)
}

function put(tx: WritableDb, row: ProfileRow, status: 200 | 201): Answer {
  requireFreeName(row, listProfileRows(tx), 'an import profile')
  putProfileRow(tx, row)
  return dataAnswer(status, JSON.stringify(toProfile(row)))
}

function toProfile({ uuid, type, name, settings }: ProfileRow): ImportProfile {
  return { id: uuid, name, entity_type: type, settings: parseJson(settings) }
}

const expected =
  'Expected {"row": 3, "column": "Price", "value": "12.50"}: the row as faults tell it, the name of the column, and what the cell is to hold.'
const maxValue = 10_000

/** Notes faults in the form of corrections, which may arrive as the text of a form field. */
export function checkCorrections(corrections: unknown, faults: Faults): void {
  if (corrections === undefined) return
  if (!Array.isArray(corrections))
    return faults.addSentence('corrections', 'Expected a list of corrected cells.')
  if (corrections.length > maxCorrections)
    return faults.addSentence(
      'corrections',
      `At most ${maxCorrections} cells can be corrected; mend the file.`,
    )
  for (const [index, correction] of corrections.entries())
    if (!isCorrection(correction)) faults.addSentence(`corrections.${index}`, expected)
}

function isCorrection(value: unknown): value is CellCorrection {
  if (!isObject(value)) return false
  const { row, column, value: cell, ...others } = value
  const isPlace = Number.isInteger(row) && Number(row) > 0 && typeof column === 'string'
  const isText = typeof cell === 'string' && cell.length <= maxValue
  return isPlace && isText && Object.keys(others).length === 0
}

export function checkCorrectedPlaces(
  corrections: readonly CellCorrection[] = [],
  { headers, rows, fileRows = rows }: Pick<FileScan, 'headers' | 'rows' | 'fileRows'>,
  faults: Faults,
): void {
  for (const [index, { row, column }] of corrections.entries()) {
    const place = `corrections.${index}`
    if (row > Math.max(rows, fileRows))
      faults.addSentence(`${place}.row`, `The file has ${Math.max(rows, fileRows)} rows.`)
    if (!headers.includes(column))
      faults.addSentence(`${place}.column`, message('import.column_unknown'), headers.slice(0, 50), column)
  }
}
