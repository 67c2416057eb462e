import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ListTodo, StepForward } from 'lucide-react'
import type { Worklist } from '#shared/views.ts'
import { worklistsQuery } from '../api/views-queries.ts'
import { runGridCommand } from '../grid/actions/grid-commands.ts'
import type { PageLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { showsWorklist } from '../views/worklist-location.ts'
import { useMayFinish, useWorklistActions } from './worklist-links.tsx'
import { DueDay, describeProgress } from './worklist-texts.tsx'
import './worklists.css'

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
