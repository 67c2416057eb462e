import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { rowsOf } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import { narrowQuery } from '../../query/grid-query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatCalendarDay, formatCount } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { cachedByLocale, t } from '../../ui/text.ts'
import { type BoardMoves, boardRowsQuery, useBoardMoves, valueOf, withMoves } from '../actions/board-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import { addDays, clauseOf, type MonthDay, toIsoDay, weeksOfMonth } from '../model/board.ts'
import { type CardTarget, dropTarget, RowCard } from './row-card.tsx'
import './boards.css'

interface CalendarMonthProps {
  readonly by: GridColumn
}

/** A page of a list is the most that one month reads. */
const maxOfMonth = 200
const undatedAtOnce = 20

/** The rows of one month on their days, and beside it those without a date; moving a card writes its date. */
export function CalendarMonth({ by }: CalendarMonthProps) {
  const { session } = useGrid()
  const [today] = useState(() => toIsoDay(new Date()))
  const [shown, setShown] = useState(thisMonth)
  const weeks = weeksOfMonth(...shown)
  const moves = useBoardMoves(session, by)
  const { rows, total, answer } = useRowsBetween(by, weeks.flat())
  return (
    <div className="calendar" role="group" aria-label={t('Calendar by {name}', { name: by.name })}>
      <MonthBar shown={shown} onMonth={setShown}>
        {total > rows.length && (
          <Button
            variant="ghost"
            busy={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('{shown} of {total} rows: show more', {
              shown: formatCount(rows.length),
              total: formatCount(total),
            })}
          </Button>
        )}
      </MonthBar>
      {answer.error && <Notice tone="danger">{answer.error.message}</Notice>}
      <div className="calendar-body">
        <div className="calendar-grid">
          {weekdays().map((name) => (
            <div key={name} className="calendar-weekday">
              {name}
            </div>
          ))}
          {weeks.flat().map((day) => (
            <Day key={day.day} {...{ day, today, by, rows, moves }} />
          ))}
        </div>
        <Undated by={by} moves={moves} />
      </div>
    </div>
  )
}

function useRowsBetween(by: GridColumn, days: readonly MonthDay[]) {
  const { session, query } = useGrid()
  const { id: key } = by
  const ofMonth = narrowQuery(
    { ...query, sort: [{ key, descending: false }] },
    { key, operator: 'gte', value: days[0]?.day ?? '' },
    { key, operator: 'lte', value: days.at(-1)?.day ?? '' },
  )
  const answer = useInfiniteQuery(boardRowsQuery(session.api, session.type, ofMonth, maxOfMonth))
  const total = answer.data?.pages[0]?.pagination.total ?? 0
  return { rows: rowsOf(answer.data) ?? [], total, answer }
}

type Month = readonly [year: number, month: number]

function thisMonth(): Month {
  const now = new Date()
  return [now.getFullYear(), now.getMonth()]
}

const monthName = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
)
const weekdayName = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short' }))

/** From Monday to Sunday: 5 January 2026 was a Monday. */
function weekdays(): readonly string[] {
  return Array.from({ length: 7 }, (_, index) => weekdayName().format(new Date(2026, 0, 5 + index)))
}

interface MonthBarProps {
  readonly shown: Month
  readonly onMonth: (month: Month) => void
  readonly children: ReactNode
}

function MonthBar({ shown: [year, month], onMonth, children }: MonthBarProps) {
  const turn = (step: 1 | -1): void => {
    const next = new Date(year, month + step, 1)
    onMonth([next.getFullYear(), next.getMonth()])
  }
  return (
    <div className="calendar-bar">
      <h2 aria-live="polite">{monthName().format(new Date(year, month, 1))}</h2>
      <IconButton label={t('Previous month')} onClick={() => turn(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label={t('Next month')} onClick={() => turn(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
      <Button onClick={() => onMonth(thisMonth())}>{t('Today')}</Button>
      {children}
    </div>
  )
}

const cardsADay = 4

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

interface DayProps {
  readonly day: MonthDay
  readonly today: string
  readonly by: GridColumn
  readonly rows: readonly EntityResource[]
  readonly moves: BoardMoves
}

function Day({ day: { day, isOfMonth }, today, by, rows, moves }: DayProps) {
  const [isWhole, setIsWhole] = useState(false)
  const own = rows.filter((row) => valueOf(row, by) === day)
  const all = withMoves(own, moves.moved, (value) => value === day)
  const shown = isWhole ? all : all.slice(0, cardsADay)
  return (
    <section
      className="calendar-day"
      data-other={!isOfMonth || undefined}
      data-today={day === today || undefined}
      aria-label={formatCalendarDay(day)}
      {...dropTarget(() => moves.drop(day))}
    >
      <span className="calendar-number" aria-hidden>
        {Number(day.slice(-2))}
      </span>
      <Cards rows={shown} by={by} moves={moves} />
      {all.length > shown.length && (
        <button type="button" className="calendar-more" onClick={() => setIsWhole(true)}>
          {t('{count} more', { count: formatCount(all.length - shown.length) })}
        </button>
      )}
    </section>
  )
}

function Cards({ rows, by, moves }: Pick<DayProps, 'rows' | 'by' | 'moves'>) {
  return (
    <ul>
      {rows.map((row) => {
        const day = valueOf(row, by)
        const step = (key: string): string | undefined =>
          typeof day === 'string' && steps[key] !== undefined ? addDays(day, steps[key]) : undefined
        return (
          <li key={row.id}>
            <RowCard
              isSmall
              {...{ row, by }}
              targets={targetsOf(day)}
              onGrab={() => moves.grab(row)}
              onMove={(to) => moves.move(row, to)}
              stepTo={step}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Where the menu of a card moves it: a date is near the present one, or near today. */
function targetsOf(day: unknown): readonly CardTarget[] {
  const from = typeof day === 'string' ? day : toIsoDay(new Date())
  const near = [0, 1, 7, 14, -1, -7].map((days) => addDays(from, days))
  return [
    ...near.map((value) => ({ value, name: formatCalendarDay(value) })),
    { value: null, name: t('Without a date') },
  ]
}

function Undated({ by, moves }: Pick<DayProps, 'by' | 'moves'>) {
  const { session, query } = useGrid()
  const undated = narrowQuery(query, clauseOf(by.id, null))
  const answer = useInfiniteQuery(boardRowsQuery(session.api, session.type, undated, undatedAtOnce))
  const rows = withMoves(rowsOf(answer.data) ?? [], moves.moved, (value) => value === null)
  if (rows.length === 0) return null
  return (
    <section
      className="calendar-undated"
      aria-label={t('Without a date')}
      {...dropTarget(() => moves.drop(null))}
    >
      <h3>
        {t('Without a date')}{' '}
        <span className="kanban-count">{formatCount(answer.data?.pages[0]?.pagination.total ?? 0)}</span>
      </h3>
      <Cards rows={rows} by={by} moves={moves} />
      {answer.hasNextPage && (
        <Button variant="ghost" busy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
