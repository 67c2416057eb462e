import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { CopyCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { EntityResource, AttributeValue } from '#shared/entities.ts'
import { detailKey, entityQuery } from '../../api/detail-queries.ts'
import { type GridColumn, readValue } from '../../query/columns.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { showError } from '../../ui/toast.tsx'
import { shownText } from '../actions/cell-state.ts'
import { offerUndo } from '../actions/history.ts'
import { comparedIn } from '../data/compare-state.ts'
import type { GridSession } from '../data/grid-session.ts'
import { toWire } from './describe-change.ts'
import { ShownValue } from './shown-value.tsx'
import './compare.css'
import { t } from '../../ui/text.ts'

interface CompareDialogProps {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
}

export function CompareDialog({ session, columns }: CompareDialogProps) {
  const ids = useSelector(comparedIn(session))
  const [isOnlyDifferent, setOnlyDifferent] = useState(true)
  const close = (): void => {
    // The store ignores a plain undefined.
    comparedIn(session).set(() => undefined)
    session.screen.focusInput()
  }
  const { entities, error } = useEntities(session, ids ?? [])
  const rows = entities ? compareRows(entities, columns) : []
  const different = rows.filter(({ isDifferent }) => isDifferent)
  return (
    <Dialog title={t('Compare')} size="wide" open={ids !== undefined} onClose={close}>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {!entities && !error && <Skeleton height={200} />}
      {entities && (
        <>
          <div className="compare-head">
            <Checkbox label={t('Only what differs')} checked={isOnlyDifferent} onChange={setOnlyDifferent} />
            <span role="status">
              {different.length === 0
                ? t('All values are the same.')
                : t('{count} of {count2, plural, one {# attribute} other {# attributes}} differ.', {
                    count: different.length,
                    count2: rows.length,
                  })}
            </span>
          </div>
          <ComparedTable session={session} entities={entities} rows={isOnlyDifferent ? different : rows} />
        </>
      )}
    </Dialog>
  )
}

function useEntities(session: GridSession, ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      ...entityQuery(session.api, session.type, id),
      refetchOnMount: 'always' as const,
    })),
    combine: (results) => {
      const found = results.flatMap(({ data }) => data ?? [])
      return {
        entities: found.length === results.length ? found : undefined,
        error: results.find((result) => result.error)?.error,
      }
    },
  })
}

interface ComparedTableProps {
  readonly session: GridSession
  readonly entities: readonly EntityResource[]
  readonly rows: readonly ComparedRow[]
}

function ComparedTable({ session, entities, rows }: ComparedTableProps) {
  const take = useTakeOver(session, entities)
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={scroller}
      className="compare-scroller"
      tabIndex={0}
      role="region"
      aria-label={t('Values side by side')}
    >
      <table className="compare-table">
        <ComparedHead entities={entities} />
        <tbody>
          {rows.map(({ column, values, isDifferent }) => (
            <tr key={column.id} data-different={isDifferent || undefined}>
              <th scope="row">{column.name}</th>
              {entities.map((entity, index) => (
                <td key={entity.id}>
                  <div>
                    <span className="compare-value">
                      <ShownValue column={column} value={values[index] ?? null} context={session.context} />
                    </span>
                    {isDifferent && column.readOnlyReason === undefined && (
                      <TakeButton
                        column={column}
                        from={entity}
                        count={entities.length}
                        onPress={() => {
                          scroller.current?.focus()
                          void take(column, entity)
                        }}
                      />
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ComparedHead({ entities }: Pick<ComparedTableProps, 'entities'>) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('Attribute')}</th>
        {entities.map(({ id, label }) => (
          <th key={id} scope="col">
            {label ?? t('No name')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface TakeButtonProps {
  readonly column: GridColumn
  readonly from: EntityResource
  readonly count: number
  readonly onPress: () => void
}

function TakeButton({ column: { name }, from: { label }, count, onPress }: TakeButtonProps) {
  const values = { name, label: label ?? t('this one') }
  const text =
    count === 2
      ? t('Take {name} of {label} for the other', values)
      : t('Take {name} of {label} for the others', values)
  return (
    <IconButton label={text} onClick={onPress}>
      <CopyCheck aria-hidden />
    </IconButton>
  )
}

function useTakeOver(session: GridSession, entities: readonly EntityResource[]) {
  const queryClient = useQueryClient()
  return async (column: GridColumn, from: EntityResource): Promise<void> => {
    const shown = readValue(from, column)
    const write = { shown, wire: toWire(shown), text: shownText(session, from, column) }
    const others = entities.filter(({ id }) => id !== from.id)
    await session.write(
      t('taking over of {name}', { name: column.name }),
      others.map((entity) => ({
        entityId: entity.id,
        key: column.id,
        write,
        expected: readValue(entity, column),
      })),
    )
    describeTakenOver(session, column, others)
    for (const { id } of others)
      await queryClient.invalidateQueries({ queryKey: detailKey(session.api.workspaceId, id) })
  }
}

function describeTakenOver(
  session: GridSession,
  { id: key, name }: GridColumn,
  others: readonly EntityResource[],
): void {
  const refused = others.flatMap(({ id }) => {
    const edit = session.overlay.get(id, key)
    return edit?.status === 'refused' ? edit.reason : []
  })
  if (refused.length === 0) return offerUndo(session, t('{name} was taken over', { name }))
  const left =
    refused.length === 1
      ? t('One value was rejected')
      : t('{count} values were rejected', { count: refused.length })
  showError(t('{left} and can be corrected in the grid', { left }), { description: refused[0] ?? '' })
}

interface ComparedRow {
  readonly column: GridColumn
  readonly values: readonly (AttributeValue | null)[]
  readonly isDifferent: boolean
}

/** The attributes of entities, without those that are blank in all and system ones. */
export function compareRows(
  entities: readonly EntityResource[],
  columns: readonly GridColumn[],
): ComparedRow[] {
  return columns
    .filter(({ isSystem }) => !isSystem)
    .map((column) => {
      const values = entities.map((entity) => readValue(entity, column))
      const [first, ...others] = values.map((value) => JSON.stringify(toWire(value)))
      return { column, values, isDifferent: others.some((other) => other !== first) }
    })
    .filter(({ values }) => values.some((value) => value !== null))
}
