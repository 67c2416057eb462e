import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import { withCreations } from './file-shape.ts'
import type { ImportRequest } from './import-state.ts'
import { type KeyCandidate, listKeyCandidates } from './merge-keys.ts'
import { listNamingColumns, type NamingColumn } from './missing-references.ts'
import { findRemembered, type FoundSettings } from './remembered-settings.ts'
import { type FileScan, planImport, type PlannedImport } from './start-import.ts'

interface KnownFile {
  readonly scan: FileScan
  readonly request: Omit<ImportRequest, 'file' | 'context'>
  readonly fileName?: string | undefined
}

export interface ImportContext {
  readonly remembered: FoundSettings | undefined
  readonly candidates: readonly KeyCandidate[]
  readonly naming: readonly NamingColumn[]
  readonly planned: PlannedImport
  /** What does not fit between the file and the settings. */
  readonly problems: readonly FieldError[]
}

/** What would be done with a file, by what its rows may find what is there, what they name, and how one like it was imported before. */
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
  return { remembered, candidates, naming, planned, problems: faults.list }
}

/** The columns whose cells have to be looked at. */
export function columnsToSample({
  candidates,
  naming,
}: Pick<ImportContext, 'candidates' | 'naming'>): number[] {
  return [...new Set([...candidates, ...naming].map(({ index }) => index))]
}
