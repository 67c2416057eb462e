import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, ListTodo, Plus, MoreHorizontal, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Worklist } from '#shared/views.ts'
import { worklistsQuery, deleteWorklist, updateWorklist, worklistsKey } from '../api/views-queries.ts'
import type { PageLocation } from '../query/location.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useMay } from '../state/rights.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { inSentence, t } from '../ui/text.ts'
import { placeOfWorklist, showsWorklist } from '../views/worklist-location.ts'
import { SideButton, SideLink } from './side-link.tsx'
import { DueDay, shareDone, describeProgress } from './worklist-texts.tsx'
import './worklists.css'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { showError, errorText } from '../ui/toast.tsx'

interface WorklistLinksProps {
  readonly type: EntityType
  readonly location: PageLocation
}

export function WorklistLinks({ type, location }: WorklistLinksProps) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const isEditor = useMay()('worklists')
  const { data } = useQuery(worklistsQuery(workspace.id))
  const [showsDone, setShowsDone] = useState(false)
  if (data === undefined) return null
  const ofType = data.filter((worklist) => worklist.entity_type === type)
  const open = ofType.filter(({ done_at: doneAt }) => doneAt === null)
  const done = ofType.filter(({ done_at: doneAt }) => doneAt !== null)
  const shown = showsDone ? [...open, ...done] : open
  return (
    <>
      <ul
        className="side-views"
        aria-label={t('Worklists of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      >
        {shown.map((worklist) => (
          <WorklistLink key={worklist.id} worklist={worklist} location={location} />
        ))}
        {done.length > 0 && (
          <li>
            <SideButton
              icon={CircleCheck}
              isFolded={false}
              aria-expanded={showsDone}
              onClick={() => setShowsDone(!showsDone)}
            >
              {t('{count} done', { count: formatCount(done.length) })}
            </SideButton>
          </li>
        )}
        {isEditor && (
          <li>
            <SideButton
              icon={Plus}
              isFolded={false}
              title={t('Assigns the rows shown to somebody to work through')}
              onClick={() => openDialog({ kind: 'worklist' })}
            >
              {t('New worklist…')}
            </SideButton>
          </li>
        )}
      </ul>
    </>
  )
}

interface WorklistLinkProps {
  readonly worklist: Worklist
  readonly location: PageLocation
}

function WorklistLink({ worklist, location }: WorklistLinkProps) {
  const { workspace } = useWorkspace()
  const { name, done_at: doneAt } = worklist
  return (
    <li className="side-worklist">
      <SideLink
        target={placeOfWorklist(workspace.id, worklist)}
        icon={doneAt === null ? ListTodo : CircleCheck}
        name={name}
        isCurrent={showsWorklist(location, worklist)}
        isFolded={false}
      />
      <WorklistMenu worklist={worklist} />
      <span className="side-worklist-track" aria-hidden>
        <span style={{ inlineSize: `${Math.round(shareDone(worklist) * 100)}%` }} />
      </span>
      <p className="side-worklist-facts">
        <span>{describeProgress(worklist)}</span>
        {worklist.assignee && <span className="side-worklist-person">{worklist.assignee.name}</span>}
        <DueDay worklist={worklist} />
      </p>
    </li>
  )
}

/** The actions on a worklist: its assignee may finish it, editors may do everything. */
function WorklistMenu({ worklist }: { worklist: Worklist }) {
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
    onError: (error) => showError(t('The worklist was not changed'), { description: errorText(error) }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Worklist) => deleteWorklist(workspace.id, id),
    onSuccess: onDeleted,
    onSettled,
  })
  return { finish, remove }
}
