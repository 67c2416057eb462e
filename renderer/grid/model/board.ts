import type { GridColumn } from '../../query/columns.ts'
import type { FilterClause } from '../../query/grid-query.ts'

/** Whether rows can be shown as a kanban by a column: one that holds one of some options. */
export function isKanbanColumn({ isSystem, traits }: GridColumn): boolean {
  return !isSystem && traits.options !== 'none' && !traits.hasTokens
}

export function isCalendarColumn({ isSystem, kind }: GridColumn): boolean {
  return !isSystem && kind === 'date'
}

/** The clause of the rows that hold a value; null for those without one. */
export function clauseOf(key: string, value: string | null): FilterClause {
  return value === null ? { key, operator: 'exists', value: 'false' } : { key, operator: 'eq', value }
}

/** A day as 2026-01-05, of a date in the time of this computer. */
export function toIsoDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

export function addDays(isoDay: string, days: number): string {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number)
  return toIsoDay(new Date(year, month - 1, day + days))
}

export interface MonthDay {
  readonly day: string
  readonly isOfMonth: boolean
}

/** The weeks of a month from Monday on, with the days of other months that fill them. */
export function weeksOfMonth(year: number, month: number): readonly (readonly MonthDay[])[] {
  const first = new Date(year, month, 1)
  const leading = (first.getDay() + 6) % 7
  const days = new Date(year, month + 1, 0).getDate()
  const weeks = Math.ceil((leading + days) / 7)
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => {
      const date = new Date(year, month, 1 - leading + week * 7 + day)
      return { day: toIsoDay(date), isOfMonth: date.getMonth() === first.getMonth() }
    }),
  )
}
