import type { ReadCatalog } from '../../connections/reader.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import type { RowBatch, ImportRow } from '../read/file-rows.ts'
import { NoPicture, PictureFinder, type PictureSource } from '../read/picture-files.ts'
import { message } from '#shared/messages/message.ts'
import type { ImportRequest, ImportState } from '../plan/import-state.ts'
import { detectFileKind } from '../../files/file-kinds.ts'
import { readPicture, readPictures } from '../recognise/cell-values.ts'
import { parseUuid } from '#shared/entities.ts'
import { attributesOf } from '../../../store/tables/attributes.ts'
import { findByComparable } from '../../../store/tables/values.ts'
import { foldText } from '#shared/text.ts'
import { isIndexMissing } from '../../../store/tables/indexes.ts'

interface PictureStore {
  readonly read: ReadCatalog
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
}

/**
 * Replaces the file names in columns of pictures by pictures of a folder or a ZIP; a cell whose picture is
 * not available is refused.
 */
export interface FolderPictures {
  fill(batch: RowBatch): Promise<RowBatch>
}

interface PictureColumn {
  readonly index: number
  /** Whether its cells refer to images, several in one, instead of holding one picture. */
  readonly isGallery: boolean
  readonly separator: string | undefined
}

/** Undefined where there are no files, or no column that takes pictures. */
export function fillPictures(
  source: PictureSource | undefined,
  { type, columns }: Pick<ImportRequest, 'type'> & Pick<ImportState, 'columns'>,
  store: PictureStore,
): FolderPictures | undefined {
  if (source === undefined) return undefined
  const pictured = store.read((db) => listPictureColumns(db, type, columns))
  return pictured.length === 0 ? undefined : new PictureFilling(source, pictured, store)
}

function listPictureColumns(
  db: ReadableDb,
  type: ImportRequest['type'],
  columns: ImportState['columns'],
): PictureColumn[] {
  const { byKey } = attributesOf(db, type)
  return columns.flatMap(({ index, key, rule }) => {
    const attribute = byKey.get(key)
    const isGallery = attribute?.extras.reference?.type === 'image' && rule?.by === undefined
    if (!isGallery && attribute?.dataType !== 'image') return []
    return [{ index, isGallery, separator: rule?.separator }]
  })
}

class PictureFilling implements FolderPictures {
  readonly #source: PictureSource
  readonly #columns: readonly PictureColumn[]
  readonly #store: PictureStore
  readonly #finder: PictureFinder
  /** The stored files by the paths that they were read from. */
  readonly #stored = new Map<string, string>()

  constructor(source: PictureSource, columns: readonly PictureColumn[], store: PictureStore) {
    this.#source = source
    this.#columns = columns
    this.#store = store
    this.#finder = new PictureFinder(source)
  }

  async fill(batch: RowBatch): Promise<RowBatch> {
    const rows: ImportRow[] = []
    for (const row of batch.rows) rows.push(await this.#fillRow(row))
    return { ...batch, rows }
  }

  async #fillRow(row: ImportRow): Promise<ImportRow> {
    const cells = [...row.cells]
    const refused = new Map(row.refused)
    for (const column of this.#columns) {
      const { index } = column
      const cell = cells[index] ?? ''
      if (cell.trim() === '') continue
      try {
        cells[index] = column.isGallery ? await this.#fillGallery(cell, column) : await this.#fillOne(cell)
      } catch (error) {
        if (!(error instanceof NoPicture)) throw error
        refused.set(index, error.sentence)
      }
    }
    return { ...row, cells, ...(refused.size > 0 && { refused }) }
  }

  async #fillOne(cell: string): Promise<string> {
    return isAddress(cell) ? cell : (await this.#take(cell)).address
  }

  /** Images that the catalog has are named by their names too. */
  async #fillGallery(cell: string, { separator }: PictureColumn): Promise<string> {
    const members: (string | { url: string; name: string })[] = []
    for (const member of readPictures(cell, separator)) {
      const isKnown =
        isAddress(member) || readPicture(member) !== undefined || parseUuid(member) !== undefined
      if (isKnown || this.#isImage(member)) members.push(member)
      else {
        const { address, name } = await this.#take(member)
        members.push({ url: address, name })
      }
    }
    return JSON.stringify(members)
  }

  #isImage(name: string): boolean {
    if (this.#finder.has(name)) return false
    return this.#store.read((db) => {
      const { primary } = attributesOf(db, 'image')
      if (!primary || isIndexMissing(db, `value_${primary.id}`)) return false
      return findByComparable(db, primary.id, foldText(name), 1).length > 0
    })
  }

  async #take(cell: string): Promise<{ readonly address: string; readonly name: string }> {
    const path = this.#finder.find(cell)
    const address = this.#stored.get(path) ?? (await this.#keep(path))
    this.#stored.set(path, address)
    return { address, name: path.slice(path.lastIndexOf('/') + 1) }
  }

  async #keep(path: string): Promise<string> {
    const bytes = await this.#source.read(path)
    const kind = detectFileKind(bytes)
    if (!kind?.media_type.startsWith('image/')) throw new NoPicture(message('picture.file_is_no_picture'))
    return this.#store.keepPicture({ bytes, ...kind })
  }
}

function isAddress(cell: string): boolean {
  return /^(https?:|files\/)/.test(cell.trim())
}
