import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { boardKey, rowsOf } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import { fetchDistinct } from '../../query/list-queries.ts'
import { narrowQuery } from '../../query/grid-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../../ui/text.ts'
import { type BoardMoves, boardRowsQuery, useBoardMoves, withMoves } from '../actions/board-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import { clauseOf } from '../model/board.ts'
import { type CardTarget, columnsOfCard, dropTarget, RowCard } from './row-card.tsx'
import './boards.css'

interface KanbanBoardProps {
  readonly by: GridColumn
  readonly columns: readonly GridColumn[]
}

const maxLanes = 30
const cardsAtOnce = 20

/** The rows as cards in a column for each option; moving a card writes the option. */
export function KanbanBoard({ by, columns }: KanbanBoardProps) {
  const { session, look } = useGrid()
  const options = useOptions(by)
  const moves = useBoardMoves(session, by)
  const shown = columnsOfCard(columns, useSelector(look.all), by)
  const lanes: readonly CardTarget[] = [
    ...options.slice(0, maxLanes).map((option) => ({ value: option, name: option })),
    { value: null, name: t('Without a value') },
  ]
  return (
    <div className="kanban" role="group" aria-label={t('Kanban by {name}', { name: by.name })} tabIndex={0}>
      {lanes.map((lane, index) => (
        <Lane
          key={lane.value ?? ''}
          {...{ lane, lanes, by, shown, moves }}
          before={lanes[index - 1]?.value}
          behind={lanes[index + 1]?.value}
        />
      ))}
      {options.length > maxLanes && (
        <p className="kanban-more">
          {t('{count, plural, one {# further option is} other {# further options are}} not shown.', {
            count: options.length - maxLanes,
          })}
        </p>
      )}
    </div>
  )
}

/** The options of the attribute; of a status without any, the values that rows have. */
function useOptions(by: GridColumn): readonly string[] {
  const { session, query } = useGrid()
  const { api, type } = session
  const { data = [] } = useQuery({
    queryKey: [...boardKey(api.workspaceId), 'options', type, by.id] as const,
    queryFn: ({ signal }) => fetchDistinct(api, type, { query, key: by.id, text: '', signal }),
    enabled: by.options.length === 0,
  })
  return by.options.length > 0
    ? by.options
    : data.flatMap(({ value }) => (typeof value === 'string' ? value : []))
}

interface LaneProps {
  readonly lane: CardTarget
  readonly lanes: readonly CardTarget[]
  readonly by: GridColumn
  readonly shown: readonly GridColumn[]
  readonly moves: BoardMoves
  readonly before: string | null | undefined
  readonly behind: string | null | undefined
}

function Lane({ lane, lanes, by, shown, moves, before, behind }: LaneProps) {
  const { session, query } = useGrid()
  const ofLane = narrowQuery(query, clauseOf(by.id, lane.value))
  const answer = useInfiniteQuery(boardRowsQuery(session.api, session.type, ofLane, cardsAtOnce))
  const loaded = rowsOf(answer.data) ?? []
  const rows = withMoves(loaded, moves.moved, (value) => value === lane.value)
  const total = (answer.data?.pages[0]?.pagination.total ?? 0) + rows.length - loaded.length
  return (
    <section className="kanban-lane" aria-label={lane.name} {...dropTarget(() => moves.drop(lane.value))}>
      <h2>
        <span>{lane.name}</span>
        <span className="kanban-count">{formatCount(total)}</span>
      </h2>
      {answer.error && <Notice tone="danger">{answer.error.message}</Notice>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <RowCard
              {...{ row, by, shown }}
              targets={lanes}
              onGrab={() => moves.grab(row)}
              onMove={(to) => moves.move(row, to)}
              stepTo={(key) => (key === 'ArrowLeft' ? before : key === 'ArrowRight' ? behind : undefined)}
            />
          </li>
        ))}
      </ul>
      {answer.hasNextPage && (
        <Button variant="ghost" busy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
