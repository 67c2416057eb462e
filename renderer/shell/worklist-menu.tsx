import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, MoreHorizontal, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Worklist } from '#shared/views.ts'
import { deleteWorklist, updateWorklist, worklistsKey } from '../api/views-queries.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useMay } from '../state/rights.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { t } from '../ui/text.ts'
import { showError, toMessage } from '../ui/toast.tsx'
import './worklists.css'

/** The actions on a worklist: its assignee may finish it, editors may do everything. */
export function WorklistMenu({ worklist }: { worklist: Worklist }) {
  const openDialog = useOpenDialog()
  const isEditor = useMay()('worklists')
  const mayFinish = useMayFinish(worklist)
  const [deleted, setDeleted] = useState<Worklist>()
  const { finish, remove } = useWorklistActions(() => setDeleted(undefined))
  const { name, done_at: doneAt } = worklist
  if (!mayFinish) return null
  const isDone = doneAt !== null
  const trigger = (
    <button
      type="button"
      className="ui-button ui-icon-button side-worklist-menu"
      aria-label={t('What to do with {name}', { name })}
    >
      <MoreHorizontal aria-hidden />
    </button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem
          icon={isDone ? RotateCcw : CircleCheck}
          onSelect={() => finish.mutate({ worklist, isDone: !isDone })}
        >
          {isDone ? t('Open again') : t('Mark as done')}
        </MenuItem>
        {isEditor && (
          <>
            <MenuItem icon={Pencil} onSelect={() => openDialog({ kind: 'worklist', worklist })}>
              {t('Change…')}
            </MenuItem>
            <MenuItem icon={Trash2} onSelect={() => setDeleted(worklist)}>
              {t('Delete…')}
            </MenuItem>
          </>
        )}
      </Menu>
      <ConfirmDialog
        title={t('Delete the worklist {name}?', { name })}
        action={t('Delete the worklist')}
        subject={deleted}
        mutation={remove}
        onClose={() => setDeleted(undefined)}
      >
        <p>{t('It is deleted for everybody. Its rows stay as they are.')}</p>
      </ConfirmDialog>
    </>
  )
}

export function useMayFinish({ assignee }: Worklist): boolean {
  const { session } = useWorkspace()
  const isEditor = useMay()('worklists')
  return isEditor || (session.person !== null && assignee?.id === session.person.id)
}

export function useWorklistActions(onDeleted: () => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: worklistsKey(workspace.id) })
  const finish = useMutation({
    mutationFn: ({ worklist, isDone }: { worklist: Worklist; isDone: boolean }) =>
      updateWorklist(workspace.id, worklist.id, { is_done: isDone }),
    onError: (error) => showError(t('The worklist was not changed'), { description: toMessage(error) }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Worklist) => deleteWorklist(workspace.id, id),
    onSuccess: onDeleted,
    onSettled,
  })
  return { finish, remove }
}
