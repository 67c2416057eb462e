import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  CircleCheck,
  ListTodo,
  Plus,
  MoreHorizontal,
  Pencil,
  RotateCcw,
  Trash2,
  StepForward,
} from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Worklist } from '#shared/views.ts'
import { worklistsQuery, deleteWorklist, updateWorklist, worklistsKey } from '../api/views-queries.ts'
import type { PageLocation } from '../query/location.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount, formatCalendarDay } from '../ui/format-count.ts'
import { inSentence, t } from '../ui/text.ts'
import { placeOfWorklist, showsWorklist, doneOf, isLate } from '../views/worklist-location.ts'
import { SideButton, SideLink } from './side-link.tsx'
import './worklists.css'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Menu, MenuItem } from '../ui/popover.tsx'
import { showError, errorText } from '../ui/toast.tsx'
import { runGridCommand } from '../grid/actions/grid-commands.ts'
import { Button } from '../ui/button.tsx'

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

export function DueDay({ worklist }: { worklist: Worklist }) {
  const { due_on: due } = worklist
  if (due === null) return null
  const day = formatCalendarDay(due)
  if (isLate(worklist)) return <strong>{t('Overdue: {day}', { day })}</strong>
  return <span className="side-worklist-due">{t('Due on {day}', { day })}</span>
}

export function describeProgress(worklist: Worklist): string {
  const { progress, done_by: by } = worklist
  if (by !== null) return t('Done by {name}', { name: by.name ?? t('somebody') })
  const done = doneOf(worklist)
  if (done === undefined) return t('Cannot be counted')
  return t('{done} of {total} done', { done: formatCount(done), total: formatCount(progress.total) })
}

function shareDone(worklist: Worklist): number {
  const [done, { total }] = [doneOf(worklist), worklist.progress]
  return done === undefined || total === 0 ? 0 : done / total
}

export function WorklistBar({ location }: { location: PageLocation }) {
  const { workspace } = useWorkspace()
  const { data = [] } = useQuery(worklistsQuery(workspace.id))
  const shown = data.filter((worklist) => showsWorklist(location, worklist))
  const worklist = shown.find(({ done_at: doneAt }) => doneAt === null) ?? shown[0]
  return worklist === undefined ? null : <Bar worklist={worklist} />
}

function Bar({ worklist }: { worklist: Worklist }) {
  const { finish } = useWorklistActions(() => undefined)
  const mayFinish = useMayFinish(worklist)
  const { name, assignee, progress, done_at: doneAt } = worklist
  const isOpen = doneAt === null
  return (
    <section className="worklist-bar" aria-label={t('Worklist')}>
      {isOpen ? <ListTodo aria-hidden /> : <CircleCheck aria-hidden />}
      <strong className="worklist-bar-name">{name}</strong>
      <p className="worklist-bar-facts" role="status">
        <span>{describeProgress(worklist)}</span>
        <span>{assignee === null ? t('Not assigned') : t('For {name}', { name: assignee.name })}</span>
        <DueDay worklist={worklist} />
      </p>
      {isOpen && progress.left !== 0 && (
        <Button variant="ghost" title={t('Next row (Shift+F9)')} onClick={() => runGridCommand('next-left')}>
          <StepForward aria-hidden />
          {t('Next row')}
        </Button>
      )}
      {isOpen && mayFinish && (
        <Button
          variant={progress.left === 0 ? 'primary' : 'ghost'}
          busy={finish.isPending}
          onClick={() => finish.mutate({ worklist, isDone: true })}
        >
          <CircleCheck aria-hidden />
          {t('Mark as done')}
        </Button>
      )}
    </section>
  )
}
