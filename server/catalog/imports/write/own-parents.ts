import { type EntityType, parseUuid } from '#shared/entities.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { listIdsByUuid, listStubRows } from '../../../store/tables/entities.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import type { ReadCatalog } from '../../connections/reader.ts'
import type { FileRows, ImportRow } from '../read/file-rows.ts'
import type { ImportState } from '../plan/import-state.ts'
import { isOwnFile } from '../recognise/column-request.ts'

interface OwnParents {
  readonly state: Pick<ImportState, 'columns' | 'merge_key'>
  readonly type: EntityType
  readonly read: ReadCatalog
}

/**
 * Replaces unknown parent ids in an export of another workspace by the names of these parents: with `Oak
 * chair` (id 0199…) above `Oak chair, white`, the variant ends below its product even in an empty
 * workspace.
 */
export async function withOwnParents(source: FileRows, asked: OwnParents): Promise<FileRows> {
  const { type, read } = asked
  const primary = read((db) => attributesOf(db, type).primary?.key)
  const { columns, merge_key: mergeKey = primary } = asked.state
  const parent = columns.find(({ key, rule }) => key === 'parent_id' && rule?.by === undefined)?.index
  const name = columns.find(({ key }) => key === mergeKey)?.index
  if (parent === undefined || name === undefined || mergeKey === 'id' || !isOwnFile(source.scan))
    return source
  const names = await readNames(source, {
    parent,
    name,
    listKnown: (ids) => read((db) => listKnownIds(db, type, ids)),
  })
  if (names.size === 0) return source
  const rename = <Row extends ImportRow>(row: Row): Row => {
    const named = names.get(parseUuid((row.cells[parent] ?? '').trim()) ?? '')
    return named === undefined ? row : { ...row, cells: row.cells.with(parent, named) }
  }
  return {
    scan: source.scan,
    sheets: source.sheets,
    async *batches(skip) {
      for await (const batch of source.batches(skip)) yield { ...batch, rows: batch.rows.map(rename) }
    },
    async *records() {
      for await (const record of source.records()) yield rename(record)
    },
  }
}

interface ParentColumns {
  readonly parent: number
  readonly name: number
  readonly listKnown: (ids: readonly string[]) => ReadonlySet<string>
}

async function readNames(
  source: FileRows,
  { parent, name, listKnown }: ParentColumns,
): Promise<Map<string, string>> {
  const ids = new Set<string>()
  for await (const [id] of idsIn(source, parent)) ids.add(id)
  for (const id of listKnown([...ids])) ids.delete(id)
  const names = new Map<string, string>()
  if (ids.size === 0) return names
  for await (const [id, cells] of idsIn(source, source.scan.headers.indexOf('id')))
    if (ids.has(id)) names.set(id, cells[name] ?? '')
  return names
}

async function* idsIn(
  source: FileRows,
  column: number,
): AsyncGenerator<[id: string, cells: readonly string[]]> {
  for await (const { cells } of source.records()) {
    const id = parseUuid((cells[column] ?? '').trim())
    if (id !== undefined) yield [id, cells]
  }
}

function listKnownIds(db: ReadableDb, type: EntityType, ids: readonly string[]): ReadonlySet<string> {
  return new Set(listStubRows(db, listIdsByUuid(db, type, ids)).map(([, uuid]) => uuid))
}
