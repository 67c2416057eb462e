import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { SetAside } from '#shared/schemas/set-aside.ts'
import { noteSetAsideRead, workspaceFileQuery } from '../api/workspace-file-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'

/** Tells what was switched off in a workspace that came from elsewhere, until somebody has read it. */
export function SetAsideBanner({ setAside }: { setAside: SetAside }) {
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
