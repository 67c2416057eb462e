import { errorText } from '../../ui/toast.tsx'
import { holdsReferences } from '#shared/attributes.ts'
import type { AttributeValue, EntityResource, ReferenceStub } from '#shared/entities.ts'
import { isFileList, joinFiles, splitFiles } from '#shared/files.ts'
import type { Api } from '../../api/client.ts'
import { knownPicture, storeFile } from '../../api/detail-queries.ts'
import { saveCell } from './editing.ts'
import { listWrite, referenceWrite } from '../cells/reference-search.ts'
import { isStubList, toPlainText } from '../cells/stubs.ts'
import type { OpenDialog } from '../../state/dialogs.ts'
import { readDroppedFiles } from '../../state/desktop-files.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import { createEntity } from '../../api/entities-queries.ts'
import type { GridSession } from '../data/grid-session.ts'
import { type GridColumn, readValue } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'

async function imageOfFile(api: Api, file: File): Promise<ReferenceStub> {
  const { data: attributes } = await api.call('GET /attributes', { query: { type: 'image' } })
  const pictureKey = attributes.find(({ data_type: type }) => type === 'image')?.key
  if (pictureKey === undefined) throw new Error('Images have no attribute of the data type Image yet.')
  const primaryKey = attributes.find(({ is_primary: isPrimary }) => isPrimary)?.key
  const value = await storeFile(api, file)
  const known = await knownPicture(api, pictureKey, value)
  if (known) return stubOf(known)
  const named = primaryKey === undefined || primaryKey === pictureKey ? {} : { [primaryKey]: file.name }
  return stubOf(await createEntity(api, 'image', { ...named, [pictureKey]: value }))
}

function stubOf({ id, type, label }: EntityResource): ReferenceStub {
  return { id, type, label }
}

/** Whether a column takes pictures: as values, or as images that it refers to. */
export function takesPictures({ traits, referenceType, readOnlyReason }: GridColumn): boolean {
  if (readOnlyReason !== undefined) return false
  return traits.media === 'image' || (holdsReferences(traits) && referenceType === 'image')
}

/** Whether a column takes files of any kind. */
export function takesFiles({ kind, readOnlyReason }: GridColumn): boolean {
  return kind === 'file' && readOnlyReason === undefined
}

/**
 * Stores files and puts them into a cell, which is pending meanwhile: a list takes all, another cell the
 * first. A failure is shown in the cell under the name of the file.
 */
export async function putFiles(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
  [file, ...others]: readonly File[],
): Promise<void> {
  if (!file) return
  const cell = { entityId: entity.id, key: column.id }
  const base = readValue(entity, column)
  const pending: CellWrite = { shown: base, wire: base, text: file.name }
  session.overlay.markPending(entity.id, new Map([[column.id, pending]]))
  session.announce(t('Storing {name}…', { name: file.name }))
  try {
    const write = await writeFor(session, column, base, [file, ...others])
    if (session.overlay.get(entity.id, column.id)?.write !== pending) return
    session.overlay.clear(entity.id, [column.id])
    saveCell(session, { entityId: entity.id, column, base }, write)
    session.announce(describePut(column, file, others.length))
  } catch (error) {
    if (session.overlay.get(entity.id, column.id)?.write !== pending) return
    void session.write(
      t('edit of {name}', { name: column.name }),
      [],
      [{ ...cell, write: pending, reason: errorText(error) }],
    )
  }
}

function describePut({ constraints, name: name2 }: GridColumn, { name }: File, others: number): string {
  if (!isFileList(constraints)) return t('{name} is the {name2} now.', { name, name2 })
  return t('{count, plural, one {# file was} other {# files were}} added to {name}.', {
    count: others + 1,
    name: name2,
  })
}

interface PlacingTarget {
  /** The row that the pictures were dropped on; none for the name of a column. */
  readonly entity?: EntityResource
  readonly column: GridColumn
}

/** Opens the dialog that places dropped pictures: by their names, or all at the row they were dropped on. */
export function openPlacing(
  openDialog: OpenDialog,
  { entity, column }: PlacingTarget,
  dropped: DataTransfer,
): void {
  const product = entity?.type === 'product' && { product: { id: entity.id, label: entity.label ?? '' } }
  const isOfProducts = entity === undefined || entity.type === 'product'
  const attribute = isOfProducts && (takesPictures(column) || takesFiles(column)) && { attribute: column.id }
  void readDroppedFiles(dropped).then((files) =>
    openDialog({ kind: 'place-pictures', files, ...product, ...attribute }),
  )
}

async function writeFor(
  { api }: GridSession,
  column: GridColumn,
  base: AttributeValue | null,
  [file, ...others]: readonly [File, ...File[]],
): Promise<CellWrite> {
  if (isFileList(column.constraints)) {
    const files = splitFiles(toPlainText(base))
    for (const one of [file, ...others]) files.push(await storeFile(api, one))
    return scalarWrite(joinFiles(files))
  }
  if (column.traits.media === 'image' || column.kind === 'file')
    return scalarWrite(await storeFile(api, file))
  const image = await imageOfFile(api, file)
  if (column.traits.shape === 'reference') return referenceWrite(image)
  const present: readonly ReferenceStub[] = isStubList(base) ? base : []
  return listWrite([...present.filter(({ id }) => id !== image.id), image])
}
