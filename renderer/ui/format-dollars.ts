const whole = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const small = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumSignificantDigits: 2,
})

/** An amount of US dollars to the cent; less than that to two digits that say something. */
export function formatDollars(amount: number): string {
  return (amount > 0 && amount < 0.01 ? small : whole).format(amount)
}

/** A price of US dollars with all its digits, as price lists have them. */
export function formatPrice(amount: number): string {
  return `$${String(amount)}`
}
