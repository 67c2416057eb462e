import { useRef, type KeyboardEvent } from 'react'
import { ActionLine } from '../jobs/action-line.tsx'
import type { ShownAction } from '../jobs/merge-actions.ts'
import { createPageLocation, goTo } from '../query/location.ts'
import type { ChangeFilter } from '../query/page-filters.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { cachedByLocale } from '../ui/text.ts'
import { groupByDay } from './use-restore.ts'

interface ActionTimelineProps {
  readonly actions: readonly ShownAction[]
  readonly filter: ChangeFilter
  readonly shownId: string | undefined
}

const dayNames = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))

/** The actions by day; the arrow keys go from one to the next and show its differences. */
export function ActionTimeline({ actions, filter, shownId }: ActionTimelineProps) {
  const { workspace } = useWorkspace()
  const list = useRef<HTMLDivElement>(null)
  const locationOf = (id: string) => createPageLocation(workspace.id, 'changes', { ...filter, action: id })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.action-what') ?? [])]
    const index = links.findIndex((link) => link === document.activeElement)
    const next = actions[index + step]
    if (index < 0 || !next) return
    event.preventDefault()
    links[index + step]?.focus()
    goTo(locationOf(next.id), { replace: true })
  }
  return (
    <div ref={list} className="changes-days" onKeyDown={onKeyDown}>
      {groupByDay(actions, ({ ended_at: at }) => at).map(({ day, entries }) => (
        <section key={day} aria-label={dayNames().format(new Date(day))}>
          <h2>{dayNames().format(new Date(day))}</h2>
          <ol>
            {entries.map((action) => (
              <li key={action.id} data-chosen={action.id === shownId || undefined}>
                <ActionLine
                  action={action}
                  to={locationOf(action.id)}
                  isCurrent={action.id === shownId}
                  hasDay
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
