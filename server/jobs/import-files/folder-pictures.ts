import { readFile, stat } from 'node:fs/promises'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/import-state.ts'
import type { ImportRow, RowFlaw } from '../../catalog/imports/row-reader.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { pictureColumns } from '../../catalog/imports/running-import.ts'
import { NoPicture, PictureFiles } from './picture-files.ts'
import type { RowBatch } from './file-rows.ts'

interface PictureStore {
  readonly read: ReadCatalog
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
}

/** Puts pictures of a folder in place of the file names that cells of image columns hold; rows whose pictures cannot be had fail. */
export interface FolderPictures {
  fill(batch: RowBatch): Promise<RowBatch>
}

const maxPictureMb = 64

/** Opens the folder of pictures that an import names; undefined where it names none or no column is for pictures. */
export async function openPictures(
  { images_folder: folder, type }: ImportRequest,
  { columns }: ImportState,
  store: PictureStore,
): Promise<FolderPictures | undefined> {
  if (folder === undefined) return undefined
  const pictured = store.read((db) => pictureColumns(db, type, columns))
  if (pictured.length === 0) return undefined
  const files = await PictureFiles.in(folder)
  const kept = new Map<string, string>()

  async function pictureOf(cell: string): Promise<string> {
    if (isReference(cell)) return cell
    const path = files.find(cell)
    const reference = kept.get(path) ?? (await keep(path, store))
    kept.set(path, reference)
    return reference
  }

  async function fillRow(row: ImportRow): Promise<ImportRow | RowFlaw[]> {
    const cells = [...row.cells]
    const faults: RowFlaw[] = []
    for (const { index, header } of pictured) {
      const value = cells[index] ?? ''
      if (value.trim() === '') continue
      try {
        cells[index] = await pictureOf(value)
      } catch (error) {
        if (!(error instanceof NoPicture)) throw error
        faults.push({ row: row.row, line: row.line, field: header, issue: error.message, value })
      }
    }
    return faults.length > 0 ? faults : { ...row, cells }
  }

  return {
    async fill(batch) {
      const rows: ImportRow[] = []
      const broken = [...batch.broken]
      for (const row of batch.rows) {
        const filled = await fillRow(row)
        if (Array.isArray(filled)) broken.push(...filled)
        else rows.push(filled)
      }
      return { ...batch, rows, broken }
    },
  }
}

function isReference(cell: string): boolean {
  return /^(https?:|files\/)/.test(cell.trim())
}

async function keep(path: string, store: PictureStore): Promise<string> {
  const { size } = await stat(path)
  if (size > maxPictureMb * 1024 * 1024)
    throw new NoPicture(`This picture is larger than ${maxPictureMb} MB.`)
  const bytes = new Uint8Array(await readFile(path))
  const kind = detectFileKind(bytes)
  if (!kind?.media_type.startsWith('image/')) throw new NoPicture('This file is no picture.')
  return store.keepPicture({ bytes, ...kind })
}
