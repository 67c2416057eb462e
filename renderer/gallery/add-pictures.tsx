import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { createEntity } from '../api/entities-queries.ts'
import type { NamedFile } from '../api/assets-queries.ts'
import { knownPicture, storeFile } from '../api/detail-queries.ts'
import { hashOfValue } from '../api/pictures-queries.ts'
import { countKey, galleryKey } from '../query/list-queries.ts'
import { type OpenDialog, useOpenDialog } from '../state/dialogs.ts'
import { readDroppedFiles } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'

export type NewPicture = { readonly file: File } | { readonly url: string }

export interface PicturePorts {
  readonly store: (file: File) => Promise<string>
  readonly isKnown: (value: string) => Promise<boolean>
  readonly create: (value: string, name: string) => Promise<void>
  readonly onProgress: (done: number, total: number) => void
}

export interface AddedPicture {
  readonly name: string
  readonly value: string
}

export interface PicturesAdded {
  readonly added: readonly AddedPicture[]
  readonly known: readonly string[]
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

const lanes = 3

/** Adds pictures, some at once; a failure is reported and stops no other. */
export async function addPictures(
  pictures: readonly NewPicture[],
  { store, isKnown, create, onProgress }: PicturePorts,
): Promise<PicturesAdded> {
  const added: AddedPicture[] = []
  const known: string[] = []
  const failed: { name: string; reason: string }[] = []
  const taken = new Set<string>()
  const queue = pictures.values()
  let done = 0
  const addOne = async (picture: NewPicture): Promise<void> => {
    const name = nameOf(picture)
    try {
      const value = 'file' in picture ? await store(picture.file) : picture.url
      const isTwice = taken.has(value)
      taken.add(value)
      if (isTwice || (await isKnown(value))) known.push(name)
      else {
        await create(value, name)
        added.push({ name, value })
      }
    } catch (error) {
      failed.push({ name, reason: errorText(error) })
    }
    done += 1
    onProgress(done, pictures.length)
  }
  const addSome = async (): Promise<void> => {
    for (const picture of queue) await addOne(picture)
  }
  onProgress(0, pictures.length)
  await Promise.all(Array.from({ length: lanes }, addSome))
  return { added, known, failed }
}

function nameOf(picture: NewPicture): string {
  if ('file' in picture) return picture.file.name
  return picture.url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? picture.url
}

/** Reads dropped web addresses in the formats of browsers. */
export function readAddresses(data: Pick<DataTransfer, 'getData'>): NewPicture[] {
  const text = data.getData('text/uri-list') || data.getData('text/plain')
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line))
    .map((url) => ({ url }))
}

/** Adds pictures as images, and offers to place them at products. */
export function useAddPictures(pictureKey: string, primaryKey: string | undefined) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const openDialog = useOpenDialog()
  const [progress, setProgress] = useState<string>()
  const run = async (pictures: readonly NewPicture[]): Promise<void> => {
    const outcome = await addPictures(pictures, {
      store: (file) => storeFile(api, file),
      isKnown: async (value) => (await knownPicture(api, pictureKey, value)) !== undefined,
      create: async (value, name) => {
        const named = primaryKey === undefined || primaryKey === pictureKey ? {} : { [primaryKey]: name }
        await createEntity(api, 'image', { ...named, [pictureKey]: value })
      },
      onProgress: (done, total) => setProgress(t('Added {done} of {total}', { done, total })),
    })
    setProgress(undefined)
    announce(outcome, openDialog)
    for (const queryKey of [galleryKey(api.workspaceId), countKey(api.workspaceId)])
      await queryClient.invalidateQueries({ queryKey })
  }
  return { progress, add: (pictures: readonly NewPicture[]) => void run(pictures) }
}

function announce({ added, known, failed }: PicturesAdded, openDialog: OpenDialog): void {
  const [first] = failed
  if (first) {
    const title = t('{count, plural, one {# picture} other {# pictures}} could not be added', {
      count: failed.length,
    })
    showError(title, { description: `${first.name}: ${first.reason}` })
  }
  const skipped =
    known.length > 0
      ? t('{count, plural, one {# picture} other {# pictures}} already there', { count: known.length })
      : ''
  if (added.length === 0) {
    if (skipped !== '') showSuccess(t('Nothing new'), { description: skipped })
    return
  }
  const stored = added.flatMap(({ name, value }) => {
    const hash = hashOfValue(value)
    return hash === undefined ? [] : [{ hash, value, name }]
  })
  const place = (): void => openDialog({ kind: 'place-pictures', files: [], stored })
  showSuccess(
    t('{added, plural, one {# picture} other {# pictures}} added', { added: added.length }),
    stored.length === 0
      ? { description: skipped }
      : { description: skipped, isPassing: false, action: { label: t('Place at products'), onPress: place } },
  )
}

/**
 * Handles drops itself and hides them from the window's own drop zone: files and folders are placed at
 * their products, or only added; web addresses are added.
 */
export function useGalleryDrop(add: (pictures: readonly NewPicture[]) => void) {
  const openDialog = useOpenDialog()
  const [isOver, setIsOver] = useState(false)
  const onOnlyAdd = (files: readonly NamedFile[]): void => add(files.map(({ file }) => ({ file })))
  const place = async (dropped: DataTransfer): Promise<void> =>
    openDialog({ kind: 'place-pictures', files: await readDroppedFiles(dropped), onOnlyAdd })
  const take = (event: DragEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOver,
    handlers: {
      onDragEnter: take,
      onDragOver: (event: DragEvent) => {
        take(event)
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        take(event)
        const { currentTarget, relatedTarget } = event
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDropCapture: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        take(event)
        const { dataTransfer } = event
        const addresses = readAddresses(dataTransfer)
        if (dataTransfer.items.length > 0 && dataTransfer.types.includes('Files')) void place(dataTransfer)
        else if (addresses.length > 0) add(addresses)
        else
          showError(t('Nothing to add'), {
            description: t('Drop picture files or web addresses.'),
            isPassing: true,
          })
      },
    },
  }
}
