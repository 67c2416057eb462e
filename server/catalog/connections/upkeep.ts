import type { Finding } from '#shared/app-surface.ts'
import { checkWorkspace, quickCheck, type ToComparable } from '../../store/check/check.ts'
import { type Database, openDatabase, copyLog, type ReadableDb } from '../../store/database/database.ts'
import { backUpDatabase, prepareRestore } from '../../store/file/backup.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import { exportCopy } from '../../store/file/copies.ts'
import { rowsToIndex } from './make-index.ts'
import { openToRead, type ReadCatalog } from './reader.ts'
import { entityTypes } from '#shared/entities.ts'
import { message, textOf } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { compilePattern } from '../attributes/data-types/pattern.ts'

export interface Upkeep {
  readonly read: ReadCatalog
  readonly check: () => Finding[]
  readonly quickCheck: () => string[]
  /** Copies the WAL into the file, so that building the search index begins with a short one. */
  readonly copyLog: () => void
  readonly rowsToIndex: (input: Parameters<typeof rowsToIndex>[1]) => Float64Array
  readonly backup: (target: string) => Promise<void>
  readonly exportCopy: (target: string, onProgress: (copied: number, total: number) => void) => Promise<void>
  readonly prepareRestore: typeof prepareRestore
  readonly close: () => void
}

const toComparable: ToComparable = ({ dataType }, value) => getScalarRules(dataType).toComparable(value)

/** Upkeep of one workspace file, over a connection that cannot write and opens when it is first needed. */
export function openUpkeep(file: string, { isReplicated = false } = {}): Upkeep {
  let opened: Database | undefined
  const database = () => (opened ??= openToRead(file))
  return {
    read: (fn) => database().read(fn),
    check: () => {
      const damage = checkWorkspace(database(), toComparable)
      return damage.length > 0 ? damage : database().read(unenforcedPatterns)
    },
    quickCheck: () => quickCheck(database()),
    copyLog: () => {
      if (!isReplicated) copyLogOf(file)
    },
    rowsToIndex: (input) => database().read((db) => rowsToIndex(db, input)),
    backup: (target) => backUpDatabase(database(), target),
    exportCopy: (target, onProgress) => exportCopy(database(), target, onProgress),
    prepareRestore,
    close: () => opened?.close(),
  }
}

function copyLogOf(file: string): void {
  const database = openDatabase(file)
  try {
    copyLog(database)
  } finally {
    database.close()
  }
}

export function unenforcedPatterns(db: ReadableDb): Finding[] {
  const attributes = entityTypes.flatMap((type) => attributesOf(db, type).list)
  return attributes.flatMap(({ name, key, entityType, extras: { constraints } }) => {
    const { pattern } = constraints
    const compiled = pattern === undefined ? undefined : compilePattern(pattern)
    if (pattern === undefined || (compiled && 'matches' in compiled)) return []
    const reason = compiled?.fault ?? message('pattern.not_regular')
    const sentence = `No value is checked by the pattern of "${name}" (${key} of ${entityType}). ${textOf(reason)}`
    return [{ check: 'patterns' as const, message: sentence }]
  })
}
