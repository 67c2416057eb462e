import { errorText } from '../ui/toast.tsx'

export type NewPicture = { readonly file: File } | { readonly url: string }

export interface PicturePorts {
  readonly store: (file: File) => Promise<string>
  readonly isKnown: (value: string) => Promise<boolean>
  readonly create: (value: string, name: string) => Promise<void>
  readonly onProgress: (done: number, total: number) => void
}

export interface PicturesAdded {
  readonly added: number
  readonly known: readonly string[]
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

/** Adds pictures one after the other; a failure is reported and stops no other. */
export async function addPictures(
  pictures: readonly NewPicture[],
  { store, isKnown, create, onProgress }: PicturePorts,
): Promise<PicturesAdded> {
  const known: string[] = []
  const failed: { name: string; reason: string }[] = []
  let added = 0
  for (const [index, picture] of pictures.entries()) {
    onProgress(index, pictures.length)
    const name = nameOf(picture)
    try {
      const value = 'file' in picture ? await store(picture.file) : picture.url
      if (await isKnown(value)) known.push(name)
      else {
        await create(value, name)
        added += 1
      }
    } catch (error) {
      failed.push({ name, reason: errorText(error) })
    }
  }
  onProgress(pictures.length, pictures.length)
  return { added, known, failed }
}

function nameOf(picture: NewPicture): string {
  if ('file' in picture) return picture.file.name
  return picture.url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? picture.url
}

/** Reads dropped files, or web addresses in the formats of browsers. */
export function readDrop(data: Pick<DataTransfer, 'files' | 'getData'>): NewPicture[] {
  if (data.files.length > 0) return [...data.files].map((file) => ({ file }))
  const text = data.getData('text/uri-list') || data.getData('text/plain')
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line))
    .map((url) => ({ url }))
}
