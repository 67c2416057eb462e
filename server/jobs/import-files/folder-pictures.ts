import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileKindOf } from '../../catalog/files/file-kinds.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/import-state.ts'
import { attributesOf } from '../../store/attributes.ts'
import type { ReadableDb } from '../../store/database.ts'
import { type RowBatch, refusal } from './row-source.ts'

interface PictureStore {
  read<T>(fn: (db: ReadableDb) => T): T
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
}

/** Puts pictures of a folder in place of the file names that cells of image columns hold. */
export interface FolderPictures {
  fill(batch: RowBatch): Promise<RowBatch>
}

const maxPictureBytes = 64 * 1024 * 1024

/** Opens the folder of pictures that an import names; undefined where it names none or no column is for pictures. */
export async function openPictures(
  { images_folder: folder, type }: ImportRequest,
  { columns }: ImportState,
  store: PictureStore,
): Promise<FolderPictures | undefined> {
  if (folder === undefined) return undefined
  const indexes = store.read((db) => {
    const { byKey } = attributesOf(db, type)
    return columns.filter(({ key }) => byKey.get(key)?.dataType === 'image').map(({ index }) => index)
  })
  if (indexes.length === 0) return undefined
  const paths = await listPictures(folder)
  const kept = new Map<string, string>()

  async function pictureOf(cell: string): Promise<string> {
    const path = paths.get(basename(cell.trim()).toLowerCase())
    if (path === undefined || isReference(cell)) return cell
    const known = kept.get(path) ?? (await keep(path, store))
    if (known === undefined) return cell
    kept.set(path, known)
    return known
  }

  return {
    async fill(batch) {
      const rows = []
      for (const row of batch.rows) {
        const filled = [...row.cells]
        for (const index of indexes) if (filled[index]) filled[index] = await pictureOf(filled[index])
        rows.push({ ...row, cells: filled })
      }
      return { ...batch, rows }
    },
  }
}

/** Paths by file name in lower case, with and without what follows the dot; the first of two that are alike. */
async function listPictures(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => {
    throw refusal(`The folder of pictures ${folder} cannot be read.`)
  })
  const paths = new Map<string, string>()
  for (const name of names.sort()) {
    const path = join(folder, name)
    for (const key of [name.toLowerCase(), basename(name, extname(name)).toLowerCase()])
      if (!paths.has(key)) paths.set(key, path)
  }
  return paths
}

function isReference(cell: string): boolean {
  return /^(https?:|files\/)/.test(cell)
}

/** Undefined for what is no picture: the cell then stays, and the row says what is wrong with it. */
async function keep(path: string, store: PictureStore): Promise<string | undefined> {
  const found = await stat(path)
  if (!found.isFile() || found.size > maxPictureBytes) return undefined
  const bytes = new Uint8Array(await readFile(path))
  const kind = fileKindOf(bytes)
  return kind?.media_type.startsWith('image/') ? store.keepPicture({ bytes, ...kind }) : undefined
}
