import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { NamedFile } from '../api/assets-queries.ts'
import { sendPictures } from '../api/imports-queries.ts'
import { PictureFilesButton } from '../jobs/missing-pictures.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
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

/** Asks for the pictures that the cells of a column name, by button and by drop. */
export function PictureDrop({
  pictures,
  header,
}: {
  readonly pictures: PictureSender
  readonly header: string
}) {
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
  return <PictureFilesButton label={t('Pictures of {header}', { header })} onFiles={send} />
}
