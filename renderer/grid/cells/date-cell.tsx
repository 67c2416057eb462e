import { useImperativeHandle, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { todayIso, toIsoDate } from '../model/formats.ts'
import { clearingWrite, scalarWrite, type CellType, type PanelProps } from './cell-type.ts'
import { textOf } from './stubs.ts'

function DatePanel({ text, isTyped, value, context, handle, commit, cancel }: PanelProps) {
  const [isFocused, setFocused] = useState(false)
  const chosen = isTyped ? context.formats.parseDate(text, todayIso()) : (value as string | null)
  const day = chosen === null || chosen === undefined ? undefined : toLocalDay(chosen)

  useImperativeHandle(handle, () => ({
    takeKey: (event) => {
      if (event.key !== 'ArrowDown') return false
      setFocused(true)
      return true
    },
    write: () => undefined,
  }))

  return (
    <div
      className="grid-calendar"
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
        event.stopPropagation()
      }}
    >
      <DayPicker
        // A new key moves the calendar to the typed date.
        key={`${chosen}${isFocused}`}
        mode="single"
        selected={day}
        {...(day && { defaultMonth: day })}
        autoFocus={isFocused}
        captionLayout="dropdown"
        startMonth={new Date(1990, 0)}
        endMonth={new Date(2060, 11)}
        weekStartsOn={1}
        showOutsideDays
        labels={{ labelDayButton: nameOfDay }}
        onDayClick={(date) => commit(scalarWrite(toIsoDate(date)), 'stay')}
      />
      <p className="grid-hint">
        Type a date or <kbd>↓</kbd> for the calendar
      </p>
    </div>
  )
}

const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

function nameOfDay(date: Date, { selected }: { selected?: boolean }): string {
  return selected === true ? `${fullDate.format(date)}, selected` : fullDate.format(date)
}

function toLocalDay(iso: string): Date | undefined {
  const date = new Date(`${iso}T00:00:00`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A calendar day, typed in the locale's order or as 2026-01-31, or picked. */
export const dateCell: CellType = {
  format: (value, _column, { formats }) => formats.formatDate(textOf(value)),
  edit: textOf,
  parse: (text, _column, { formats }) => {
    if (text.trim() === '') return clearingWrite
    return scalarWrite(formats.parseDate(text, todayIso()) ?? text.trim(), text)
  },
  editor: { kind: 'inline', Panel: DatePanel, inputMode: 'numeric' },
}
