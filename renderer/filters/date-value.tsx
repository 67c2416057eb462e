import { parsePeriod } from '#shared/periods.ts'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-field.tsx'
import { byLanguage, t } from '../ui/text.ts'
import { periodLabel } from './period-texts.ts'

interface DateValueProps {
  value: string
  onChange: (value: string) => void
}

const exact = 'date'
const counted = /^(last|next)_(\d+)_days?$/
const words = [
  'this_day',
  'last_day',
  'next_day',
  'last_7_days',
  'last_30_days',
  'next_7_days',
  'next_30_days',
]
const calendar = ['this_week', 'last_week', 'this_month', 'last_month', 'this_year', 'last_year']
const options = byLanguage(() => [
  { value: exact, label: t('Date') },
  ...[...words, ...calendar].map((value) => ({ value, label: periodLabel(value) })),
  { value: 'last', label: t('last … days') },
  { value: 'next', label: t('next … days') },
])

/** What a number of days begins with. */
const begun: Readonly<Record<string, string>> = { last: 'last_14_days', next: 'next_14_days' }

/** A date, or a period told from today. */
export function DateValue({ value, onChange }: DateValueProps) {
  const kind = kindOf(value)
  const isListed = options().some((option) => option.value === kind)
  const choose = (next: string): void => onChange(next === exact ? '' : (begun[next] ?? next))
  return (
    <div className="clause-value">
      <Select
        label={t('Date or period')}
        value={kind}
        options={isListed ? options() : [...options(), { value: kind, label: periodLabel(kind) }]}
        onChange={choose}
      />
      {kind === exact && (
        <TextInput aria-label={t('Value')} type="date" value={value.slice(0, 10)} onChange={onChange} />
      )}
      {kind in begun && <DayCount value={value} onChange={onChange} />}
    </div>
  )
}

/** What is chosen in the list: a period of it, whose days are counted, or a date. */
function kindOf(value: string): string {
  if (options().some((option) => option.value === value)) return value
  const [, direction] = counted.exec(value) ?? []
  if (direction !== undefined) return direction
  return parsePeriod(value) === undefined ? exact : value
}

function DayCount({ value, onChange }: DateValueProps) {
  const [, direction = '', count = ''] = counted.exec(value) ?? []
  const change = (days: string): void =>
    onChange(`${direction}_${Math.max(1, Math.trunc(Number(days)) || 1)}_days`)
  return (
    <TextInput aria-label={t('Days')} type="number" min={1} max={36_525} value={count} onChange={change} />
  )
}
