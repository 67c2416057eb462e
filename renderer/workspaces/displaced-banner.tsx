import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FileX, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { workspaceFileQuery, noteSetAsideRead } from '../api/workspace-file-queries.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t, tNodes } from '../ui/text.ts'
import type { SetAside } from '#shared/schemas/app-surface.ts'

const SaveCopyDialog = lazyPart(async () => (await import('./save-copy-dialog.tsx')).SaveCopyDialog, {
  isNeeded: ({ open }) => open,
})

/**
 * Reports that the file was moved, deleted or replaced, and offers to save its content elsewhere;
 * disappears when the file is back. Also lists switched off parts of a foreign file.
 */
export function DisplacedBanner() {
  const { workspace } = useWorkspace()
  // Paths on a team's server concern only its administrators.
  const { data } = useQuery({ ...workspaceFileQuery(workspace), enabled: useMay()('folders') })
  const [isSaving, setIsSaving] = useState(false)
  const { file, in_place: isInPlace, suggested_copy: suggestion } = data
  return (
    <>
      {!isInPlace && (
        <div className="page-banner" role="alert">
          <FileX aria-hidden />
          <p className="page-banner-text">
            {tNodes(
              'The file of this workspace is no longer where it was: {span} was moved, deleted or replaced. Changes cannot be saved until it is back.',
              { span: <span className="page-banner-path">{file}</span> },
            )}
          </p>
          <Button onClick={() => setIsSaving(true)}>{t('Save a copy elsewhere…')}</Button>
        </div>
      )}
      {data.set_aside !== null && <SetAsideBanner setAside={data.set_aside} />}
      {suggestion !== null && (
        <SaveCopyDialog open={isSaving} suggestion={suggestion} onClose={() => setIsSaving(false)} />
      )}
    </>
  )
}

function SetAsideBanner({ setAside }: { setAside: SetAside }) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { queryKey } = workspaceFileQuery(workspace)
  const { mutate, isPending } = useMutation({
    mutationFn: () => noteSetAsideRead(workspace.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <div className="page-banner" role="status">
      <ShieldAlert aria-hidden />
      <p className="page-banner-text">{describeSetAside(setAside)}</p>
      <Button busy={isPending} onClick={() => mutate()}>
        {t('OK')}
      </Button>
    </div>
  )
}

function describeSetAside({ jobs, auto_generated: count, names }: SetAside): string {
  const ended =
    jobs > 0
      ? t(
          'This workspace came from elsewhere with {jobs, plural, one {an unfinished job, which was ended and will not run} other {# unfinished jobs, which were ended and will not run}}.',
          { jobs },
        )
      : ''
  const off =
    count > 0
      ? t(
          'Attributes from elsewhere that would ask a model by themselves after changes were switched off: {names}. Switch them on again in their settings.',
          { names: names.join(', ') + (count > names.length ? ' …' : '') },
        )
      : ''
  return `${ended} ${off}`.trim()
}
