import type { ReadableDb } from '../../store/database/database.ts'
import { findJob, readCheckpoint } from '../../store/tables/jobs.ts'

/** How much of a job is saved that writes in chunks and has not ended well. */
export interface SavedSoFar {
  readonly of: 'rows' | 'entries'
  readonly total: number
  readonly saved: number
  /** What was dealt with and refused. */
  readonly failed: number
}

interface Counts {
  readonly created?: number
  readonly updated?: number
  readonly changed?: number
  readonly unchanged: number
  readonly failed: number
}

/** A checkpoint of rows (imports) or of entries (edits and what takes things back). */
type Checkpoint =
  | { readonly total: number; readonly result: Counts }
  | (Counts & { readonly matched: number })

/** By the checkpoint, which is written with what it tells of; null where a job has saved nothing yet. */
export function savedSoFar(db: ReadableDb, { id }: { readonly id: string }): SavedSoFar | null {
  const checkpoint = findJob(db, id) && (readCheckpoint(db, id) as Checkpoint | null)
  if (!checkpoint) return null
  const isOfRows = 'result' in checkpoint
  const {
    created = 0,
    updated = 0,
    changed = 0,
    unchanged,
    failed,
  } = isOfRows ? checkpoint.result : checkpoint
  return {
    of: isOfRows ? 'rows' : 'entries',
    total: isOfRows ? checkpoint.total : checkpoint.matched,
    saved: created + updated + changed + unchanged,
    failed,
  }
}
