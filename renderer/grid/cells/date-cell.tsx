import { Suspense, useImperativeHandle, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toDay } from '#shared/iso-times.ts'
import { type CellType, type PanelProps } from './cell-type.ts'
import { type CellWrite, clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { toPlainText } from './stubs.ts'
import { t, tNodes } from '../../ui/text.ts'

const LazyCalendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar)

interface CalendarPanelProps extends Pick<PanelProps, 'handle' | 'commit' | 'cancel'> {
  readonly day: Date | undefined
  readonly toWrite: (day: Date) => CellWrite
  readonly hint: string
}

export function CalendarPanel({ day, toWrite, hint, handle, commit, cancel }: CalendarPanelProps) {
  const [isFocused, setFocused] = useState(false)

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
          key={`${day?.toDateString()}${isFocused}`}
          day={day}
          isFocused={isFocused}
          onPick={(date) => commit(toWrite(date), 'stay')}
        />
      </Suspense>
      <p className="grid-hint">{tNodes('{hint} {kbd} for the calendar', { hint, kbd: <kbd>↓</kbd> })}</p>
    </div>
  )
}

function DatePanel(props: PanelProps) {
  const { text, isTyped, value, context } = props
  const chosen = isTyped ? context.formats.parseDate(text, toDay()) : toPlainText(value)
  const day = chosen === undefined || chosen === '' ? undefined : toLocalDay(chosen)
  return (
    <CalendarPanel
      {...props}
      day={day}
      toWrite={(picked) => scalarWrite(toDay(picked))}
      hint={t('Type a date or')}
    />
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
    return scalarWrite(formats.parseDate(text, toDay()) ?? text.trim(), text)
  },
  editor: { kind: 'inline', Panel: DatePanel, inputMode: 'numeric' },
}
