import type { RememberedSettings } from '#shared/imports.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import { withCreations } from './file-shape.ts'
import type { ImportRequest } from './import-state.ts'
import { type KeyCandidate, listKeyCandidates } from './merge-keys.ts'
import { listNamingColumns, type NamingColumn } from './missing-references.ts'
import { findRemembered } from './remembered-settings.ts'
import { type FileScan, planImport } from './start-import.ts'

interface KnownFile {
  readonly scan: FileScan
  readonly request: Omit<ImportRequest, 'file' | 'context'>
  readonly fileName?: string | undefined
}

export interface Surroundings {
  readonly remembered: RememberedSettings | undefined
  readonly candidates: readonly KeyCandidate[]
  readonly naming: readonly NamingColumn[]
  /** Whether the import goes by a key already: one that was asked for, or that of the shop whose file it is. */
  readonly isByKey: boolean
}

/** By what the rows of a file may find what is there, what they name, and how a file like it was imported before. */
export function lookAround(db: ReadableDb, { scan, request, fileName }: KnownFile): Surroundings {
  const { type } = request
  const remembered =
    fileName === undefined ? undefined : findRemembered(db, { type, fileName, headers: scan.headers })
  // The problems of the plan are told where it is described.
  const { plan, mergeKey } = planImport(db, scan, request, new Faults())
  const usedBefore = remembered?.settings.merge_key
  const candidates = listKeyCandidates(db, scan, { type, columns: plan.columns, usedBefore })
  const naming = listNamingColumns(db, withCreations(request, scan.shape), plan.columns)
  return { remembered, candidates, naming, isByKey: mergeKey !== undefined }
}

/** The columns whose cells have to be looked at. */
export function columnsToSample({
  candidates,
  naming,
}: Pick<Surroundings, 'candidates' | 'naming'>): number[] {
  return [...new Set([...candidates, ...naming].map(({ index }) => index))]
}
