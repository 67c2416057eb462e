import type { AttributeValue, EntityResource, ReferenceStub } from '#shared/entities.ts'
import { storeFile } from '../../api/pictures-queries.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import { listWrite, referenceWrite } from '../cells/reference-writes.ts'
import { isStubList } from '../cells/stubs.ts'
import type { GridSession } from '../data/grid-session.ts'
import { imageOfFile } from '../data/image-of-file.ts'
import { valueOf, type GridColumn } from '../../query/columns.ts'
import { saveCell } from './editing.ts'

/** Whether a picture can be put into the cells of a column: as their value, or as an image that they refer to. */
export function takesPictures({ kind, referenceType, readOnlyReason }: GridColumn): boolean {
  if (readOnlyReason !== undefined) return false
  const refers = kind === 'entity_reference' || kind === 'entity_list_reference'
  return kind === 'image' || (refers && referenceType === 'image')
}

/**
 * Keeps a picture file in the workspace and puts it into a cell. Until it is kept the cell is on its way; what cannot be
 * kept is refused in the cell, under the name of the file.
 */
export async function putPicture(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
  file: File,
): Promise<void> {
  const cell = { entityId: entity.id, key: column.id }
  const base = valueOf(entity, column)
  const kept: CellWrite = { shown: base, wire: base, text: file.name }
  session.overlay.pend(entity.id, new Map([[column.id, kept]]))
  session.announce(`Storing ${file.name}…`)
  try {
    const write = await writeFor(session, column, base, file)
    // The user may have changed the cell meanwhile.
    if (session.overlay.get(entity.id, column.id)?.write !== kept) return
    session.overlay.clear(entity.id, [column.id])
    saveCell(session, { entityId: entity.id, column, base }, write)
    session.announce(`${file.name} is the ${column.name} now.`)
  } catch (error) {
    if (session.overlay.get(entity.id, column.id)?.write !== kept) return
    session.overlay.refuse(cell, kept, (error as Error).message)
  }
}

async function writeFor(
  { api }: GridSession,
  column: GridColumn,
  base: AttributeValue | null,
  file: File,
): Promise<CellWrite> {
  if (column.kind === 'image') return scalarWrite(await storeFile(api, file))
  const image = await imageOfFile(api, file)
  if (column.kind === 'entity_reference') return referenceWrite(image)
  const present: readonly ReferenceStub[] = isStubList(base) ? base : []
  return listWrite([...present.filter(({ id }) => id !== image.id), image])
}
