import { useRef, useState, type KeyboardEvent } from 'react'
import type { EventRecord } from '#shared/events.ts'
import { goTo } from '../query/use-place.ts'
import { useMay } from '../state/rights.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChangeEntry, nameSubject, placeOfEntity, type ChangeEntryProps } from './change-entry.tsx'
import { groupByDay, hasRestorable, type AllColumns, type DescribeChange } from './restorable.ts'
import { useRestoreFromTrash } from './use-restore.ts'
import { byLocale } from '../ui/text.ts'

type ChosenEvents = ReadonlyMap<number, EventRecord>

interface ChangeListProps {
  readonly events: readonly EventRecord[]
  readonly columns: AllColumns
  readonly describe: DescribeChange
  readonly chosen: ChosenEvents
  readonly onChoose: (chosen: ChosenEvents) => void
  readonly onRestoreChosen: () => void
  readonly onRestore: (event: EventRecord, attribute?: string) => void
  readonly onNarrow: ChangeEntryProps['onNarrow']
}

const dayNames = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))

/** Changes under their days. Arrow keys go from one to the next, across days. */
export function ChangeList(props: ChangeListProps) {
  const { events, columns, describe, chosen, onChoose, onRestore, onNarrow } = props
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number>()
  const fromTrash = useRestoreFromTrash()
  const choose = (event: EventRecord, isChosen: boolean): void => {
    const next = new Map(chosen)
    if (isChosen) next.set(event.sequence, event)
    else next.delete(event.sequence)
    onChoose(next)
  }
  const onKeyDown = useListKeys(props, list, choose)
  const reached = events.some(({ sequence }) => sequence === current) ? current : events[0]?.sequence
  return (
    <div ref={list} className="changes-days" onKeyDown={onKeyDown}>
      {groupByDay(events).map(({ day, events: ofDay }) => (
        <section key={day} aria-label={dayNames().format(new Date(day))}>
          <h2>{dayNames().format(new Date(day))}</h2>
          <ol>
            {ofDay.map((event) => (
              <li
                key={event.id}
                data-sequence={event.sequence}
                data-chosen={chosen.has(event.sequence) || undefined}
                aria-label={nameSubject(event, columns)}
                tabIndex={event.sequence === reached ? 0 : -1}
                onFocus={() => setCurrent(event.sequence)}
              >
                <ChangeEntry
                  event={event}
                  columns={columns}
                  describe={describe}
                  isChosen={chosen.has(event.sequence)}
                  onChoose={(isChosen) => choose(event, isChosen)}
                  onRestore={(attribute) => onRestore(event, attribute)}
                  onRestoreFromTrash={() =>
                    event.entity &&
                    fromTrash.mutate({ id: event.entity.id, name: nameSubject(event, columns) })
                  }
                  onNarrow={onNarrow}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** What the keys do on a change; those of its buttons are their own. */
function useListKeys(
  { events, columns, chosen, onChoose, onRestore, onRestoreChosen }: ChangeListProps,
  list: React.RefObject<HTMLDivElement | null>,
  choose: (event: EventRecord, isChosen: boolean) => void,
) {
  const { api } = useWorkspace()
  const mayRestore = useMay()('rows')
  const move = (from: Element, step: number): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('li[data-sequence]') ?? [])]
    items[items.findIndex((item) => item === from) + step]?.focus()
  }
  const isRestorable = (event: EventRecord): boolean => mayRestore && hasRestorable(event, columns)
  const restore = (event: EventRecord): void => {
    if (chosen.size > 0) onRestoreChosen()
    else if (isRestorable(event)) onRestore(event)
  }
  return (key: KeyboardEvent): void => {
    const item = key.target instanceof Element ? key.target.closest('li[data-sequence]') : null
    const event = events.find(({ sequence }) => String(sequence) === item?.getAttribute('data-sequence'))
    if (!item || !event || key.ctrlKey || key.metaKey || key.altKey) return
    const anywhere: Keys = {
      ArrowDown: () => move(item, 1),
      ArrowUp: () => move(item, -1),
      Escape: () => onChoose(new Map()),
    }
    const onItem: Keys = {
      ' ': () => void (isRestorable(event) && choose(event, !chosen.has(event.sequence))),
      Enter: () => openEntity(api.workspaceId, event),
      r: () => restore(event),
    }
    const run = anywhere[key.key] ?? (key.target === item ? onItem[key.key] : undefined)
    if (!run) return
    key.preventDefault()
    run()
  }
}

type Keys = Readonly<Record<string, (() => void) | undefined>>

function openEntity(workspaceId: string, event: EventRecord): void {
  const place = placeOfEntity(workspaceId, event)
  if (place && event.event !== 'entity.deleted') goTo(place)
}
