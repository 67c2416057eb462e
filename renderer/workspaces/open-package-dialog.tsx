import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState, type FormEvent } from 'react'
import type { PackageOpening, Workspace } from '#shared/app-surface.ts'
import {
  cancelOpening,
  openPackage,
  packageOpeningsKey,
  packageOpeningsQuery,
} from '../api/workspace-file-queries.ts'
import { sessionKey } from '../api/people-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatBytes } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { TextField } from '../ui/field.tsx'
import { t, tMessage } from '../ui/text.ts'

interface OpenPackageDialogProps {
  open: boolean
  onClose: () => void
  onOpened: (workspace: Workspace) => void
}

export function OpenPackageDialog({ open, onClose, onOpened }: OpenPackageDialogProps) {
  const formId = useId()
  const [file, setFile] = useState('')
  const opening = useOpening(onOpened)
  const { isRunning } = opening
  const close = (): void => {
    // Only the button stops it, since Escape would discard minutes of work.
    if (isRunning) return
    opening.reset()
    onClose()
  }
  return (
    <Dialog
      title={t('Open a package')}
      description={t('Creates a new workspace from it. The package stays as it is.')}
      open={open || opening.isFollowed}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button busy={opening.isCancelling} onClick={isRunning ? opening.cancel : close}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isRunning}
            disabled={file.trim() === ''}
          >
            {t('Open the package')}
          </Button>
        </>
      }
    >
      <PackageForm id={formId} file={file} onChange={setFile} opening={opening} />
    </Dialog>
  )
}

function useOpening(onOpened: OpenPackageDialogProps['onOpened']) {
  const queryClient = useQueryClient()
  const { followed, follow, current, fault } = useFollowed()
  useMade(current?.workspace ?? undefined, onOpened)
  const refresh = () => queryClient.invalidateQueries({ queryKey: packageOpeningsKey })
  const begin = useMutation({
    mutationFn: openPackage,
    onSuccess: ({ id }) => {
      follow(id)
      return refresh()
    },
  })
  const cancel = useMutation({ mutationFn: cancelOpening, onSettled: refresh })
  const isRunning = begin.isPending || isGoingOn(current)
  return {
    isRunning,
    isFollowed: followed !== undefined,
    current,
    fault: isRunning ? undefined : (begin.error?.message ?? fault),
    isCancelling: cancel.isPending,
    begin: begin.mutate,
    cancel: () => followed !== undefined && cancel.mutate(followed),
    reset: () => {
      begin.reset()
      follow(undefined)
    },
  }
}

/** The opening started by this page or found in progress; none after a restart of the server. */
function useFollowed() {
  const { data: openings } = useQuery(packageOpeningsQuery)
  const [followed, follow] = useState<string>()
  const running = openings?.find(({ status }) => status === 'running')
  if (followed === undefined && running !== undefined) follow(running.id)
  const current = openings?.find(({ id }) => id === followed)
  return { followed, follow, current, fault: followed === undefined ? undefined : describeFault(current) }
}

/** A completed opening is shown until its workspace is. */
function isGoingOn(opening: PackageOpening | undefined): boolean {
  return opening?.status === 'running' || opening?.status === 'completed'
}

function useMade(made: Workspace | undefined, onOpened: OpenPackageDialogProps['onOpened']): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (made === undefined) return
    void queryClient.invalidateQueries({ queryKey: sessionKey }).then(() => onOpened(made))
  }, [made, queryClient, onOpened])
}

function describeFault(opening: PackageOpening | undefined): string | undefined {
  if (opening === undefined)
    return t('Vitrine was closed meanwhile. No workspace was created. Open the package again.')
  if (opening.status === 'cancelled') return t('It was cancelled. No workspace was created.')
  return opening.error ? tMessage(opening.error.message, opening.error) : undefined
}

interface PackageFormProps {
  id: string
  file: string
  onChange: (file: string) => void
  opening: ReturnType<typeof useOpening>
}

function PackageForm({ id, file, onChange, opening }: PackageFormProps) {
  const { isRunning, current, fault } = opening
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (file.trim() !== '' && !isRunning) opening.begin(file.trim())
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {fault !== undefined && (
        <Notice tone="danger" title={t('The package was not opened')}>
          {fault}
        </Notice>
      )}
      <TextField
        label={t('Path of the package')}
        hint={t('The whole path of the file, on the computer that Vitrine runs on.')}
        value={isRunning && current ? current.file : file}
        onChange={onChange}
        readOnly={isRunning}
        maxLength={1000}
      />
      {isRunning && <OpeningProgress progress={current?.progress} />}
    </form>
  )
}

function OpeningProgress({ progress }: { progress: PackageOpening['progress'] | undefined }) {
  const isKnown = progress !== undefined && progress.total > 0
  return (
    <Progress
      label={t('Creating the workspace')}
      percent={isKnown ? progress.percent : undefined}
      text={
        isKnown
          ? t('{percent}% of {total} unpacked', {
              percent: progress.percent,
              total: formatBytes(progress.total),
            })
          : ''
      }
    />
  )
}
