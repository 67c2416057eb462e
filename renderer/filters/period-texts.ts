import { byLanguage, t } from '../ui/text.ts'

const ofCalendar = byLanguage((): Readonly<Record<string, string>> => ({
  this_day: t('today'),
  last_day: t('yesterday'),
  next_day: t('tomorrow'),
  this_week: t('this week'),
  last_week: t('last week'),
  next_week: t('next week'),
  this_month: t('this month'),
  last_month: t('last month'),
  next_month: t('next month'),
  this_year: t('this year'),
  last_year: t('last year'),
  next_year: t('next year'),
}))

const counted: Readonly<Record<string, (count: number) => string>> = {
  last_day: (count) => t('last {count, plural, one {# day} other {# days}}', { count }),
  next_day: (count) => t('next {count, plural, one {# day} other {# days}}', { count }),
  last_week: (count) => t('last {count, plural, one {# week} other {# weeks}}', { count }),
  next_week: (count) => t('next {count, plural, one {# week} other {# weeks}}', { count }),
  last_month: (count) => t('last {count, plural, one {# month} other {# months}}', { count }),
  next_month: (count) => t('next {count, plural, one {# month} other {# months}}', { count }),
  last_year: (count) => t('last {count, plural, one {# year} other {# years}}', { count }),
  next_year: (count) => t('next {count, plural, one {# year} other {# years}}', { count }),
}

/** A period as people read it: `last 7 days`; what is none is told as it is. */
export function periodLabel(value: string): string {
  const [, which = '', count, unit = ''] = /^(last|this|next)_(?:(\d+)_)?([a-z]+?)s?$/.exec(value) ?? []
  const period = `${which}_${unit}`
  if (count !== undefined) return counted[period]?.(Number(count)) ?? value
  return ofCalendar()[period] ?? value
}
