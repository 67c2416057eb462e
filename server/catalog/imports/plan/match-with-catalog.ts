import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportRequest } from './import-state.ts'
import type { EntityType } from '#shared/entities.ts'
import {
  type RememberedSettings,
  type CellCorrection,
  isErrorColumn,
  type ImportSettings,
  type ColumnMapping,
} from '#shared/imports.ts'
import { namesHidden } from '../../../store/computed/hidden-attributes.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { listEndedImports, type EndedImport } from '../../../store/tables/jobs.ts'
import type { ImportResult } from '#shared/jobs.ts'
import { attributesOf, type AttributeSet } from '../../../store/tables/attributes.ts'
import { importableFields, type ImportColumn } from '../recognise/column-request.ts'
import { withCreations } from '../recognise/match-shape.ts'
import { toRule } from '../recognise/column-rules.ts'
import { keysOf, foldText } from '#shared/text.ts'
import { ImportSettings as SettingsSchema } from '#shared/schemas/imports.ts'
import { type KeyCandidate, listKeyCandidates } from '../recognise/identity.ts'
import { columnsToCount } from './describe-meaning.ts'
import { type NamingColumn, listNamingColumns } from './missing-references.ts'
import { type PlannedImport, planImport } from './start-import.ts'
import type { FieldError } from '#shared/errors.ts'
import { Faults } from '../../errors.ts'
import { toIso } from '#shared/iso-times.ts'
import { type Message, message, listed } from '#shared/messages/message.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import { chooseType } from './new-attributes.ts'

/** Says that the very same file was imported before; empty where it was not, or where that was undone. */
export function describeSameFile(db: ReadableDb, type: EntityType, sha256: string): Message[] {
  const found = listEndedImports(db, type, maxImports).find(
    ({ result }) => result.file_sha256 === sha256 && isTeaching(result),
  )
  if (!found) return []
  const { file, completedAt } = found
  return [message('import.file_known', { file, date: toIso(completedAt).slice(0, 10) })]
}

interface KnownFile {
  readonly scan: FileScan
  readonly request: Omit<ImportRequest, 'file' | 'context'>
  readonly fileName?: string | undefined
}

interface SeenFile {
  readonly type: EntityType
  readonly fileName: string
  readonly headers: readonly string[]
}

export interface FoundSettings extends Omit<RememberedSettings, 'corrections'> {
  readonly corrected?: { readonly of: string; readonly cells: readonly CellCorrection[] }
}

// Older imports would surprise as a source of settings.
const maxImports = 200

/**
 * The settings of the newest import of a similar file: of the same type, with the same columns, and with a
 * name that differs in digits only, as weekly lists do. Imports that wrote nothing or were undone do not
 * count.
 */
function findRemembered(db: ReadableDb, seen: SeenFile): FoundSettings | undefined {
  const pattern = namePattern(seen.fileName)
  const columns = columnsMark(seen.headers)
  const found = listEndedImports(db, seen.type, maxImports).find(
    ({ file, result, input }) =>
      namePattern(file) === pattern &&
      isTeaching(result) &&
      columnsMark(headersOf(result)) === columns &&
      !namesHidden(db, [input.mapping, result.mapping]),
  )
  if (!found) return undefined
  const { id, file, completedAt } = found
  const settings = settingsOf(db, seen, found)
  const remembered = { job_id: id, file, imported_at: toIso(completedAt), settings }
  const { corrections = [] } = found.input
  const { corrected } = found.result
  return corrected
    ? { ...remembered, corrected: { of: corrected.file_sha256, cells: corrections } }
    : remembered
}

/**
 * The part of a file name that stays the same between deliveries: `Prices 2026-11 (2).csv` and
 * `prices_2026-12.xlsx` are `prices #`.
 */
function namePattern(file: string): string {
  return file
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/([-. ]left-out|[-. ]errors)$/i, '')
    .replaceAll(/\s*\(\d+\)/g, '')
    .toLowerCase()
    .replaceAll(/\d+/g, '#')
    .replaceAll(/[\s._-]+/g, ' ')
    .replaceAll(/#( ?#)+/g, '#')
    .trim()
}

function isTeaching({ created, updated, unchanged }: ImportResult): boolean {
  return created + updated + unchanged > 0
}

function headersOf({ mapping = {}, ignored_columns: ignored = [] }: ImportResult): string[] {
  return [...Object.keys(mapping), ...ignored]
}

function columnsMark(headers: readonly string[]): string {
  const named = headers.filter((header) => header !== '' && !isErrorColumn(header))
  return JSON.stringify(named.toSorted())
}

function settingsOf(
  db: ReadableDb,
  { type, headers }: SeenFile,
  { input, result }: EndedImport,
): ImportSettings {
  const { byKey } = attributesOf(db, type)
  const isThere = (key: string | null) => key === null || importableFields.includes(key) || byKey.has(key)
  // That every row is new is said of one file only.
  const { mapping: given = {}, merge_key: _asked, imported_rows: _once, ...others } = input
  const mapped: ColumnMapping = { ...result.filled_columns, ...given }
  const mapping: ColumnMapping = Object.fromEntries(
    Object.entries(mapped).filter(
      ([header, entry]) => headers.includes(header) && isThere(toRule(entry).key),
    ),
  )
  const key = result.merge_key
  const names = keysOf(SettingsSchema.properties).filter(
    (name) => others[name as keyof typeof others] !== undefined,
  )
  return {
    ...Object.fromEntries(names.map((name) => [name, others[name as keyof typeof others]])),
    mapping,
    ...(key && isThere(key) && { merge_key: key }),
  }
}

export interface ImportContext {
  readonly remembered: FoundSettings | undefined
  readonly candidates: readonly KeyCandidate[]
  readonly naming: readonly NamingColumn[]
  /** The columns whose names or files are counted. */
  readonly counted: readonly number[]
  readonly planned: PlannedImport
  /** Values that are read in another spelling than that of their cells. */
  readonly spellings: readonly Message[]
  readonly problems: readonly FieldError[]
}

/**
 * Compares a file with the catalog: its merge keys, the entities that it names, and the settings of a
 * similar earlier import.
 */
export function matchWithCatalog(db: ReadableDb, { scan, request, fileName }: KnownFile): ImportContext {
  const { type } = request
  const remembered =
    fileName === undefined ? undefined : findRemembered(db, { type, fileName, headers: scan.headers })
  const faults = new Faults()
  const planned = planImport(db, scan, request, faults)
  const { columns } = planned.plan
  const usedBefore = remembered?.settings.merge_key
  const candidates = listKeyCandidates(db, scan, { type, columns, usedBefore })
  const naming = listNamingColumns(db, withCreations(request, scan.shape), columns)
  const attributes = attributesOf(db, type)
  const spellings = describeSpellings(scan, columns, attributes)
  const counted = columnsToCount(scan, columns, attributes)
  return { remembered, candidates, naming, counted, planned, spellings, problems: faults.list }
}

export function columnsToSample({
  candidates,
  naming,
  counted = [],
}: Pick<ImportContext, 'candidates' | 'naming'> & Partial<ImportContext>): number[] {
  return [...new Set([...[...candidates, ...naming].map(({ index }) => index), ...counted])]
}

const maxShown = 5

/** Tells the options that are read in another spelling: that of the attribute, else the first of the file. */
function describeSpellings(
  scan: FileScan,
  columns: readonly ImportColumn[],
  { byKey }: AttributeSet,
): Message[] {
  return columns.flatMap((column) => {
    const attribute = byKey.get(column.key)
    const type = attribute?.dataType ?? chooseType(column, scan).data_type
    if (dataTypeTraits[type].options === 'none') return []
    const known = attribute?.options ?? []
    const pairs = findFolded(scan.traits[column.index]?.spellings ?? [], known)
    const [first, ...others] = pairs.slice(0, maxShown)
    return first
      ? [message('import.options_folded', { column: column.header, pairs: listed(first, ...others) })]
      : []
  })
}

function findFolded(cells: readonly string[], known: readonly string[]): Message[] {
  const first = new Map<string, string>(known.toReversed().map((option) => [foldText(option), option]))
  return cells.flatMap((written) => {
    const read = first.get(foldText(written))
    if (read === undefined) first.set(foldText(written), written)
    const isSame = read === undefined || read === written || known.includes(written)
    return isSame ? [] : [message('import.option_folded', { written, read })]
  })
}
