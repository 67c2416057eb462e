import type { DragEvent } from 'react'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface PictureDrop {
  /** Whether a picture can be dropped at the pointer; called during a drag. */
  readonly isTarget: (event: DragEvent) => boolean
  readonly onPicture: (file: File, event: DragEvent) => void
}

/** Takes dropped pictures where possible; other files go to the window, which imports tables. */
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

/** Whether a drag contains a picture, as far as the browser reveals it before the drop. */
export function carriesPicture({ items }: Pick<DataTransfer, 'items'>): boolean {
  return [...items].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))
}

export function isPictureFile({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)$/i.test(name)
}
