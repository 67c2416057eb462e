import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { NamedFile } from '../api/assets-queries.ts'
import { sendPictures } from '../api/imports-queries.ts'
import { arePictures, readDroppedFiles } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { errorText, showError } from '../ui/toast.tsx'

export interface PictureSender {
  /** How many files have been sent; undefined while nothing is being sent. */
  readonly progress: { readonly sent: number; readonly total: number } | undefined
  readonly send: (files: readonly NamedFile[]) => void
}

/** Sends pictures that the file names; `onSent` is called with how many there are for the file by now. */
export function usePictureSender(uploadId: string, onSent: (pictures: number) => void): PictureSender {
  const { api } = useWorkspace()
  const [progress, setProgress] = useState<PictureSender['progress']>()
  const { mutate } = useMutation({
    mutationFn: (files: readonly NamedFile[]) =>
      sendPictures(api.workspaceId, uploadId, {
        files,
        onProgress: (sent) => setProgress({ sent, total: files.length }),
      }),
    onSuccess: onSent,
    onError: (error) => showError(t('The pictures could not be sent'), { description: errorText(error) }),
    onSettled: () => setProgress(undefined),
  })
  return { progress, send: (files) => files.length > 0 && mutate(files) }
}

/** The handlers of an area on which pictures and folders of pictures can be dropped. */
export function dropPictures({ send }: PictureSender) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!arePictures(event.dataTransfer)) return
      event.preventDefault()
      void readDroppedFiles(event.dataTransfer).then(send)
    },
  }
}

/** Asks for the pictures that the cells of a column name, by button and by drop. */
export function PictureDrop({
  pictures,
  header,
}: {
  readonly pictures: PictureSender
  readonly header: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const { progress, send } = pictures
  if (progress !== undefined)
    return (
      <span className="ui-field-hint" role="status">
        {t('{sent} of {total} pictures sent', {
          sent: formatCount(progress.sent),
          total: formatCount(progress.total),
        })}
      </span>
    )
  return (
    <>
      <Button
        variant="ghost"
        aria-label={t('Choose the pictures of {header}', { header })}
        title={t('Or drop the pictures, or a folder of them, on this window.')}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden />
        {t('Drop or choose the pictures')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*,.zip"
        className="visually-hidden"
        aria-label={t('Pictures of {header}', { header })}
        tabIndex={-1}
        onChange={({ target }) => {
          send([...(target.files ?? [])].map((file) => ({ file, name: file.name })))
          target.value = ''
        }}
      />
    </>
  )
}
