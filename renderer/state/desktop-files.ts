import type { CustomFile } from '#shared/desktop-bridge.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import type { DragEvent } from 'react'
import type { StoredPicture, NamedFile } from '../api/assets-queries.ts'
import { carriesStored, readDragged } from './placed-pictures.ts'

export async function openWorkspaceFile(): Promise<void> {
  await showFault(t('The workspace could not be opened'), () => window.desktop?.openWorkspace())
}

export async function createWorkspaceFile(): Promise<void> {
  await showFault(t('The workspace could not be created'), () => window.desktop?.createWorkspace())
}

export async function openDroppedFile(file: File): Promise<void> {
  await showFault(t('The workspace could not be opened'), () => window.desktop?.openDropped(file))
}

export async function showInFolder(file: CustomFile): Promise<void> {
  await showFault(t('The file could not be shown'), () => window.desktop?.showInFolder(file))
}

/** Reports each saved file with a link to it; not in a browser, which does that itself. */
export function announceSavedFiles(): () => void {
  const { desktop } = window
  if (!desktop) return () => undefined
  const show = (name: string) => showFault(t('The file could not be shown'), () => desktop.showSaved(name))
  return desktop.onSaved((name) => {
    const action = { label: t('Show in folder'), onPress: () => void show(name) }
    showSuccess(t('{name} is saved', { name }), { action })
  })
}

async function showFault(failure: string, act: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(failure, { description: messageOf(error) })
  }
}

function messageOf(error: unknown): string {
  return errorText(error).replace(/^Error invoking remote method '[^']*': (Error: )?/, '')
}

/** A file chosen before there was a workspace; it is kept on a change of page, but not on a reload. */
let pending: File | undefined

export function handOverImport(file: File): void {
  pending = file
}

export function takePendingImport(): File | undefined {
  const file = pending
  pending = undefined
  return file
}

/** The types of files in a file dialog. The content of a file decides how it is read. */
export const importableFiles =
  '.csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.json,.jsonl,.ndjson,.jsonld,.html,.htm,.xml,.zip'

export function isImportable({ name }: Pick<File, 'name'>): boolean {
  return importableFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending))
}

interface PictureDrop {
  /** Whether a picture can be dropped at the pointer; called during a drag. */
  readonly isTarget: (event: DragEvent) => boolean
  readonly onPicture: (file: File, event: DragEvent) => void
  /** Takes several pictures or folders that are dropped together. */
  readonly onPictures: (event: DragEvent) => void
  /** Takes files of any kind where it says so. */
  readonly anyFiles?: {
    readonly isTarget: (event: DragEvent) => boolean
    readonly onFiles: (files: readonly File[], event: DragEvent) => void
  }
  /** Takes pictures that the workspace stores, dragged from elsewhere in the window. */
  readonly onStored?: (pictures: readonly StoredPicture[], event: DragEvent) => void
}

/** Takes dropped pictures where possible; other files go to the window, which imports tables. */
export function pictureDrop({ isTarget, onPicture, onPictures, anyFiles, onStored }: PictureDrop) {
  return {
    onDragOver: (event: DragEvent) => {
      const { dataTransfer } = event
      const isKnown = onStored !== undefined && carriesStored(dataTransfer)
      const isAny = carriesFiles(dataTransfer) && anyFiles?.isTarget(event) === true
      if (!isAny) {
        if (!isKnown && !carriesPicture(dataTransfer) && !mayCarryFolder(dataTransfer)) return
        if (!isTarget(event)) return
      }
      event.preventDefault()
      dataTransfer.dropEffect = 'copy'
    },
    onDrop: (event: DragEvent) => {
      if (onStored && carriesStored(event.dataTransfer) && isTarget(event)) {
        event.preventDefault()
        onStored(readDragged(event.dataTransfer), event)
        return
      }
      if (dropsFiles(event, anyFiles)) return
      const { files } = event.dataTransfer
      if (!arePictures(event.dataTransfer) || !isTarget(event)) return
      event.preventDefault()
      const [file, ...others] = files
      if (file && isPictureFile(file) && others.length === 0) onPicture(file, event)
      else onPictures(event)
    },
  }
}

/** Hands files to a place that takes any; false where the drop is for others. */
function dropsFiles(event: DragEvent, anyFiles: PictureDrop['anyFiles']): boolean {
  const { files, items } = event.dataTransfer
  if (!anyFiles || files.length === 0 || hasFolder(items) || !anyFiles.isTarget(event)) return false
  event.preventDefault()
  anyFiles.onFiles([...files], event)
  return true
}

/** Whether a drop is of pictures, also among other files, or of folders, in which they are looked for. */
export function arePictures({ items, files }: DataTransfer): boolean {
  return hasFolder(items) || [...files].some(isPictureFile)
}

function hasFolder(items: DataTransferItemList): boolean {
  return [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory === true)
}

function carriesFiles({ items }: Pick<DataTransfer, 'items'>): boolean {
  return [...items].some(({ kind }) => kind === 'file')
}

/** Whether a drag contains a picture, as far as the browser reveals it before the drop. */
export function carriesPicture({ items }: Pick<DataTransfer, 'items'>): boolean {
  return [...items].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))
}

/** Whether a drag may contain folders, of which browsers reveal no type before the drop. */
export function mayCarryFolder({ items }: Pick<DataTransfer, 'items'>): boolean {
  return [...items].some(({ kind, type }) => kind === 'file' && type === '')
}

export function isPictureFile({ type, name }: File): boolean {
  return type.startsWith('image/') || isPictureName(name)
}

export function isPictureName(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|hei[cf]|psd)$/i.test(name)
}

const maxFiles = 100_000
const maxDepth = 20

/** The files of a drop with those in dropped folders, which their names carry; hidden files are left out. */
export async function readDroppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  // Entries are only there while the event is handled, so they are taken before anything is awaited.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...files].map((file) => ({ file, name: file.name }))
  const found: NamedFile[] = []
  for (const entry of entries) await readEntry(entry, '', 0, found)
  return found
}

async function readEntry(
  entry: FileSystemEntry,
  folder: string,
  depth: number,
  found: NamedFile[],
): Promise<void> {
  if (entry.name.startsWith('.') || depth > maxDepth || found.length >= maxFiles) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, name: folder + file.name })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const one of some) await readEntry(one, `${folder}${entry.name}/`, depth + 1, found)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
