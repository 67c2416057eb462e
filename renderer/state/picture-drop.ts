import type { DragEvent } from 'react'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface PictureDrop {
  /** Whether a picture can be put where the pointer is; called while it is dragged. */
  readonly isTarget: (event: DragEvent) => boolean
  readonly onPicture: (file: File, event: DragEvent) => void
}

/** Takes picture files for itself where they can be put; everything else goes on to the window, which imports tables. */
export function pictureDrop({ isTarget, onPicture }: PictureDrop) {
  return {
    onDragOver: (event: DragEvent) => {
      if (!carriesPicture(event.dataTransfer) || !isTarget(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop: (event: DragEvent) => {
      const [file, ...others] = event.dataTransfer.files
      if (!file || !isPictureFile(file) || !isTarget(event)) return
      event.preventDefault()
      if (others.length > 0) {
        const description = t('A cell holds one picture. Drop several on the image gallery.')
        showError(t('One picture at a time'), { description, isPassing: true })
      } else onPicture(file, event)
    },
  }
}

/** Whether what is dragged holds a picture file, as far as the browser tells before it is dropped. */
export function carriesPicture({ items }: Pick<DataTransfer, 'items'>): boolean {
  return [...items].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))
}

/** Whether a file may be a picture, by its type or name; its content decides. */
export function isPictureFile({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)$/i.test(name)
}
