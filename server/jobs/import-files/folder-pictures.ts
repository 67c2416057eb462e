import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/import-state.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { pictureColumns } from '../../catalog/imports/running-import.ts'
import { NoPicture, PictureFiles } from './picture-files.ts'
import type { RowBatch } from './file-rows.ts'

interface PictureStore {
  readonly read: ReadCatalog
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
}

/** Puts pictures of a folder in place of the file names that cells of image columns hold; a cell whose picture cannot be had is refused. */
export interface FolderPictures {
  fill(batch: RowBatch): Promise<RowBatch>
}

const maxPictureMb = 64

/** Opens the folder of pictures that an import names; undefined where it names none or no column is for pictures. */
export async function openPictures(
  folder: string | undefined,
  { type, columns }: Pick<ImportRequest, 'type'> & Pick<ImportState, 'columns'>,
  store: PictureStore,
  signal: AbortSignal,
): Promise<FolderPictures | undefined> {
  if (folder === undefined) return undefined
  const pictured = store.read((db) => pictureColumns(db, type, columns))
  if (pictured.length === 0) return undefined
  const files = await PictureFiles.in(folder, signal)
  const kept = new Map<string, string>()

  async function pictureOf(cell: string): Promise<string> {
    if (isReference(cell)) return cell
    const path = files.find(cell)
    const reference = kept.get(path) ?? (await keep(path, store))
    kept.set(path, reference)
    return reference
  }

  async function fillRow(row: ImportRow): Promise<ImportRow> {
    const cells = [...row.cells]
    const refused = new Map(row.refused)
    for (const { index } of pictured) {
      const value = cells[index] ?? ''
      if (value.trim() === '') continue
      try {
        cells[index] = await pictureOf(value)
      } catch (error) {
        if (!(error instanceof NoPicture)) throw error
        refused.set(index, error.message)
      }
    }
    return { ...row, cells, ...(refused.size > 0 && { refused }) }
  }

  return {
    async fill(batch) {
      const rows: ImportRow[] = []
      for (const row of batch.rows) rows.push(await fillRow(row))
      return { ...batch, rows }
    },
  }
}

function isReference(cell: string): boolean {
  return /^(https?:|files\/)/.test(cell.trim())
}

async function keep(path: string, store: PictureStore): Promise<string> {
  // Neither the file nor a folder above it has become a link since the folder was looked at.
  const isAsListed = (await realpath(path).catch(() => undefined)) === path
  const file = isAsListed ? await openPlainFile(path) : undefined
  if (file === undefined) throw new NoPicture('This picture cannot be read.')
  await using opened = file
  const bytes = await readPicture(opened)
  const kind = detectFileKind(bytes)
  if (!kind?.media_type.startsWith('image/')) throw new NoPicture('This file is no picture.')
  return store.keepPicture({ bytes, ...kind })
}

/** Undefined where it cannot be opened; a pipe holds nothing up, and a link is not followed. */
function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows has neither of the two.
  return open(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0)).catch(() => undefined)
}

async function readPicture(file: FileHandle): Promise<Uint8Array> {
  const found = await file.stat()
  if (!found.isFile()) throw new NoPicture('This file is no picture.')
  if (found.size > maxPictureMb * 1024 * 1024)
    throw new NoPicture(`This picture is larger than ${maxPictureMb} MB.`)
  const bytes = new Uint8Array(found.size)
  const { bytesRead } = await file.read(bytes, 0, found.size, 0)
  return bytes.subarray(0, bytesRead)
}
