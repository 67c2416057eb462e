import type { RememberedSettings } from '#shared/imports.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import type { ImportRequest } from './import-state.ts'
import { type KeyCandidate, listKeyCandidates } from './merge-keys.ts'
import { findRemembered } from './remembered-settings.ts'
import { type FileScan, planImport } from './start-import.ts'

interface KnownFile {
  readonly scan: FileScan
  readonly request: Omit<ImportRequest, 'file' | 'context'>
  readonly fileName?: string | undefined
}

interface FoundKeys {
  readonly remembered: RememberedSettings | undefined
  readonly candidates: readonly KeyCandidate[]
  /** Whether the import goes by a key already: one that was asked for, or that of the shop whose file it is. */
  readonly isByKey: boolean
}

/** By what the rows of a file may find what is there, and how a file like it was imported before. */
export function findKeys(db: ReadableDb, { scan, request, fileName }: KnownFile): FoundKeys {
  const { type } = request
  const remembered =
    fileName === undefined ? undefined : findRemembered(db, { type, fileName, headers: scan.headers })
  // The problems of the plan are told where it is described.
  const { plan, mergeKey } = planImport(db, scan, request, new Faults())
  const usedBefore = remembered?.settings.merge_key
  const candidates = listKeyCandidates(db, scan, { type, columns: plan.columns, usedBefore })
  return { remembered, candidates, isByKey: mergeKey !== undefined }
}
