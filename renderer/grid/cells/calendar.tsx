import { DayPicker, type Formatters, type Labels } from 'react-day-picker'
import { cachedByLocale, t } from '../../ui/text.ts'

interface CalendarProps {
  readonly day: Date | undefined
  readonly isFocused: boolean
  readonly onPick: (date: Date) => void
}

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
      labels={labels}
      formatters={formatters}
      onDayClick={onPick}
    />
  )
}

const fullDate = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))
const month = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long' }))
const monthOfYear = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
)
const weekday = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }))
const shortWeekday = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short' }))

const formatters: Partial<Formatters> = {
  formatCaption: (date) => monthOfYear().format(date),
  formatMonthDropdown: (date) => month().format(date),
  formatWeekdayName: (date) => shortWeekday().format(date).slice(0, 2),
}

const labels: Partial<Labels> = {
  labelDayButton: (date, { selected }) => {
    const name = fullDate().format(date)
    return selected === true ? t('{date}, selected', { date: name }) : name
  },
  labelGrid: (date) => monthOfYear().format(date),
  labelMonthDropdown: () => t('Month'),
  labelYearDropdown: () => t('Year'),
  labelNav: () => t('Months'),
  labelNext: () => t('Next month'),
  labelPrevious: () => t('Previous month'),
  labelWeekday: (date) => weekday().format(date),
}
