import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useRef } from 'react'
import type { Job } from '#shared/jobs.ts'
import type { NamedFile } from '../api/assets-queries.ts'
import { fetchErrorFile } from '../api/jobs-queries.ts'
import { arePictures, isPictureName, readDroppedFiles } from '../state/desktop-files.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'
import { errorText, showError } from '../ui/toast.tsx'
import { readImportResult } from './outcome-texts.ts'

/** The picture files that cells of an import named and that were not there, as far as its report lists them. */
export function missingPictures({ name, metadata, result }: Job): readonly string[] {
  if (name !== 'import' || metadata['dry_run'] === true) return []
  const { errors = [], errors_file: file } = readImportResult(result) ?? {}
  if (!file) return []
  const named = errors.flatMap(({ value, row_kept: hasRow }) =>
    hasRow && typeof value === 'string' && isPictureName(value) ? [value] : [],
  )
  return [...new Set(named)]
}

/**
 * The imports that still wait for pictures, the newest of each file: one that brings the pictures takes the
 * place of the one before it.
 */
export function waitingForPictures(jobs: readonly Job[]): readonly Job[] {
  const newest = new Map<unknown, Job>()
  for (const job of jobs) {
    const { file, dry_run: isDry } = job.metadata
    const key = typeof file === 'string' ? withoutEnding(file) : file
    if (job.name === 'import' && isDry !== true && !newest.has(key)) newest.set(key, job)
  }
  return [...newest.values()].filter((job) => missingPictures(job).length > 0)
}

/** The rows to correct are CSV, whatever the file was. */
function withoutEnding(file: string): string {
  return file.replace(/\.[^.]*$/, '')
}

const shownNames = 3

/** Takes the pictures that an import lacked: its rows are imported again with them. */
export function MissingPictures({ job }: { readonly job: Job }) {
  const { api } = useWorkspace()
  const openDialog = useOpenDialog()
  const names = missingPictures(job)
  const file = typeof job.metadata['file'] === 'string' ? job.metadata['file'] : 'rows.csv'
  const add = useMutation({
    mutationFn: async (pictures: readonly NamedFile[]) => {
      const rows = new File([await fetchErrorFile(api, job.id)], `${withoutEnding(file)}.csv`)
      return { rows, pictures }
    },
    onSuccess: ({ rows, pictures }) => openDialog({ kind: 'import', file: rows, pictures }),
    onError: (error) => showError(t('The pictures could not be sent'), { description: errorText(error) }),
  })
  if (names.length === 0) return null
  return (
    <div {...dropPictures((files) => add.mutate(files))}>
      <Notice
        tone="info"
        title={t('{count, plural, one {# picture is} other {# pictures are}} still missing', {
          count: names.length,
        })}
      >
        <p>
          {names.slice(0, shownNames).join(', ')}
          {names.length > shownNames && ' …'}
        </p>
        <PictureFilesButton
          label={t('Pictures of {header}', { header: file })}
          onFiles={(files) => add.mutate(files)}
        />
      </Notice>
    </div>
  )
}

/** The handlers of an area on which pictures and folders of pictures can be dropped. */
export function dropPictures(onFiles: (files: readonly NamedFile[]) => void) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!arePictures(event.dataTransfer)) return
      event.preventDefault()
      void readDroppedFiles(event.dataTransfer).then(onFiles)
    },
  }
}

interface PictureFilesButtonProps {
  readonly label: string
  readonly onFiles: (files: readonly NamedFile[]) => void
}

export function PictureFilesButton({ label, onFiles }: PictureFilesButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        aria-label={t('Choose: {label}', { label })}
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
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])].map((file) => ({ file, name: file.name })))
          target.value = ''
        }}
      />
    </>
  )
}
