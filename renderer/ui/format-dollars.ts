import { byLocale } from './text.ts'

// The narrow sign: elsewhere than in America `US$` would stand before every amount.
const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
const whole = byLocale((locale) => new Intl.NumberFormat(locale, dollars))
const small = byLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { ...dollars, minimumFractionDigits: 2, maximumSignificantDigits: 2 }),
)
const prices = byLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      ...dollars,
      minimumFractionDigits: 0,
      maximumFractionDigits: 20,
      useGrouping: false,
    }),
)

/** An amount of US dollars to the cent; less than that to two digits that say something. */
export function formatDollars(amount: number): string {
  return (amount > 0 && amount < 0.01 ? small : whole)().format(amount)
}

/** A price of US dollars with all its digits, as price lists have them. */
export function formatPrice(amount: number): string {
  return prices().format(amount)
}
