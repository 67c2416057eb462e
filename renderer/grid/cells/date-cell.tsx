import { Suspense, useImperativeHandle, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { todayIso, toIsoDate } from '../model/formats.ts'
import { type CellType, type PanelProps } from './cell-type.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { toPlainText } from './stubs.ts'

const LazyCalendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar)

function DatePanel({ text, isTyped, value, context, handle, commit, cancel }: PanelProps) {
  const [isFocused, setFocused] = useState(false)
  const chosen = isTyped ? context.formats.parseDate(text, todayIso()) : toPlainText(value)
  const day = chosen === undefined || chosen === '' ? undefined : toLocalDay(chosen)

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
      <Suspense>
        <LazyCalendar
          // A new key moves the calendar to the typed date.
          key={`${chosen}${isFocused}`}
          day={day}
          isFocused={isFocused}
          onPick={(date) => commit(scalarWrite(toIsoDate(date)), 'stay')}
        />
      </Suspense>
      <p className="grid-hint">
        Type a date or <kbd>↓</kbd> for the calendar
      </p>
    </div>
  )
}

function toLocalDay(iso: string): Date | undefined {
  const date = new Date(`${iso}T00:00:00`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A calendar day, typed in the locale's order or as 2026-01-31, or picked. */
export const dateCell: CellType = {
  format: (value, _column, { formats }) => formats.formatDate(toPlainText(value)),
  edit: toPlainText,
  parse: (text, _column, { formats }) => {
    if (text.trim() === '') return clearingWrite
    return scalarWrite(formats.parseDate(text, todayIso()) ?? text.trim(), text)
  },
  editor: { kind: 'inline', Panel: DatePanel, inputMode: 'numeric' },
}
