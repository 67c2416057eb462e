const signs: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }

/** The currency that the unit of a number names. */
export function parseCurrency(unit: string | undefined): string | undefined {
  if (unit === undefined) return undefined
  const text = unit.trim().toUpperCase()
  return signs[text] ?? (/^[A-Z]{3}$/.test(text) ? text : undefined)
}
