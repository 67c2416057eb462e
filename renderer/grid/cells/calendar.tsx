import { DayPicker } from 'react-day-picker'
import { t } from '../../ui/text.ts'

interface CalendarProps {
  readonly day: Date | undefined
  /** Whether the chosen day, or today, takes the focus. */
  readonly isFocused: boolean
  readonly onPick: (date: Date) => void
}

/** The month around a day, to pick another one. */
export function Calendar({ day, isFocused, onPick }: CalendarProps) {
  return (
    <DayPicker
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
      onDayClick={onPick}
    />
  )
}

const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

function nameOfDay(date: Date, { selected }: { selected?: boolean }): string {
  return selected === true ? t('{date}, selected', { date: fullDate.format(date) }) : fullDate.format(date)
}
