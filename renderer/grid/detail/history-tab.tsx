import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Undo2 } from 'lucide-react'
import type { Change, EventRecord } from '#shared/events.ts'
import { rowsOf } from '../../api/entities-queries.ts'
import { detailKey, entityQuery, historyQuery, writeUnlessChanged } from '../../api/detail-queries.ts'
import { offerUndo } from '../actions/history.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { formatAgo, formatMoment } from '../../ui/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { showError, showSuccess, errorText } from '../../ui/toast.tsx'
import { ShownValue } from './shown-value.tsx'
import { describeEvent, shownChanges } from '../../state/event-texts.ts'
import { describeChange, parentKey, toWire, toValue } from './describe-change.ts'
import { useDetail } from './detail-context.ts'
import { t } from '../../ui/text.ts'

export function HistoryTab() {
  const { session, entity } = useDetail()
  const history = useInfiniteQuery(historyQuery(session.api, session.type, entity.id))
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = history
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Skeleton height={160} />
  const events = rowsOf(data) ?? []
  if (events.length === 0) {
    return (
      <p className="detail-note">{t('Nothing is recorded yet. Every change from now on is kept here.')}</p>
    )
  }
  return (
    <>
      <ol className="detail-history" aria-label={t('History')}>
        {events.map((event) => (
          <HistoryEntry key={event.id} event={event} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show earlier changes')}
        </Button>
      )}
    </>
  )
}

function HistoryEntry({ event }: { event: EventRecord }) {
  return (
    <li>
      <p className="detail-event">
        {describeEvent(event)}
        <time dateTime={event.created_at} title={formatMoment(event.created_at)}>
          {formatAgo(event.created_at)}
        </time>
      </p>
      <ul>
        {shownChanges(event).map((change) => (
          <HistoryChange
            key={change.attribute}
            change={change}
            isCreation={event.event.endsWith('.created')}
          />
        ))}
      </ul>
    </li>
  )
}

function HistoryChange({ change, isCreation }: { change: Change; isCreation: boolean }) {
  const { session, columns, entity } = useDetail()
  const { name, before, after, column } = describeChange(change, columns, session.context)
  const restore = useRestore()
  const target = isCreation ? change.new : change.old
  const isRestorable =
    column !== undefined &&
    column.readOnlyReason === undefined &&
    JSON.stringify(toWire(target)) !== JSON.stringify(toWire(readValue(entity, column)))
  const restored = isCreation ? after : before
  return (
    <li className="detail-change">
      <span className="detail-name">{name}</span>
      <span className="detail-old-new">
        {!isCreation && (
          <>
            <del data-empty={before === '' || undefined}>
              <ChangedValue value={change.old} text={before} column={column} />
            </del>
            <ArrowRight size={12} aria-label={t('became')} />
          </>
        )}
        <ins>
          <ChangedValue value={change.new} text={after} column={column} />
        </ins>
      </span>
      {isRestorable && (
        <Button
          variant="ghost"
          className="detail-restore"
          aria-label={t('Restore this value: {name}, {restored}', { name, restored: restored || t('empty') })}
          onClick={() => void restore(change.attribute, target)}
        >
          <Undo2 aria-hidden />
          {t('Restore this value')}
        </Button>
      )}
    </li>
  )
}

interface ChangedValueProps {
  readonly value: unknown
  readonly text: string
  readonly column: GridColumn | undefined
}

function ChangedValue({ value, text, column }: ChangedValueProps) {
  const { session } = useDetail()
  if (column?.id === parentKey && typeof value === 'string') return <ParentName id={value} />
  if (text === '' || !column) return text || t('empty')
  return <ShownValue column={column} value={toValue(value)} context={session.context} />
}

function ParentName({ id }: { id: string }) {
  const { session } = useDetail()
  const { data, isPending } = useQuery(entityQuery(session.api, session.type, id))
  return isPending ? '…' : (data?.label ?? t('(no name)'))
}

/** Restores an earlier value unless the attribute has changed since it was shown. */
function useRestore(): (key: string, value: unknown) => Promise<void> {
  const { session, columns, entity } = useDetail()
  const queryClient = useQueryClient()
  return async (key, value) => {
    const column = columns.find(({ id }) => id === key)
    if (!column) return
    try {
      const expected = readValue(entity, column)
      const saved = await writeUnlessChanged(session.api, entity, { key, value: toWire(value), expected })
      if (saved) {
        const { editId } = saved
        session.source.get()?.replace([saved.entity])
        session.log.add({
          label: t('restoring of {name}', { name: column.name }),
          cell: { entityId: entity.id, key },
          steps: editId === null ? [] : [{ kind: 'edit', editId }],
        })
        if (editId === null) showSuccess(t('{name} was restored', { name: column.name }))
        else offerUndo(session, t('{name} was restored', { name: column.name }))
      } else {
        showError(t('{name} was not restored', { name: column.name }), {
          description: t('It has been changed meanwhile. Look at the new value and try again.'),
        })
      }
    } catch (error) {
      showError(t('{name} was not restored', { name: column.name }), { description: errorText(error) })
    }
    await queryClient.invalidateQueries({ queryKey: detailKey(session.api.workspaceId, entity.id) })
  }
}
