export function gtinFault(value: string): string | undefined {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(value)) return 'is no GTIN of 8, 12, 13 or 14 digits'
  const digits = [...value].map(Number)
  const last = digits.pop() ?? 0
  const sum = digits
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === last ? undefined : 'has a wrong check digit'
}

/**
 * Numbers that begin with 2, 02 or 04 are restricted and those with 981 to 984, 99 or 05 are coupons, which Google refuses; the
 * first digit of 14 does not count (support.google.com/merchants/answer/6286293 and 6286302).
 */
export function tradeGtinFault(value: string): string | undefined {
  const fault = gtinFault(value)
  if (fault !== undefined || value.length === 8) return fault
  return /^.(02|04|05|2|98[1-4]|99)/.test(value.padStart(14, '0'))
    ? 'is of a range that GS1 keeps out of trade'
    : undefined
}

/** An address that the channel can fetch from outside: absolute, nothing in it that must be escaped. */
export function addressFault(value: string, schemes = /^https?:$/): string | undefined {
  if (/[\s"<>\\^`{|}]/.test(value)) return 'holds characters that an address must escape'
  if (/[^\x20-\x7e]/.test(value)) return 'holds letters beyond ASCII that an address must escape'
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return 'is no absolute address'
  }
  if (!schemes.test(url.protocol)) return `has the scheme ${url.protocol}`
  if (/^(localhost|127\.|10\.|192\.168\.|\[::1\])/.test(url.hostname))
    return 'points to a machine that the channel cannot reach'
  return value.length > 2000 ? 'has more than 2,000 characters' : undefined
}

export function addressesFault(value: string, separator: string | RegExp, most: number): string | undefined {
  const all = value.split(separator).map((one) => one.trim())
  if (all.length > most) return `lists more than ${most} addresses`
  if (new Set(all).size !== all.length) return 'lists an address twice'
  return all.map((one) => addressFault(one)).find((fault) => fault !== undefined)
}

/** `15.00 USD`: a point, at most as many decimals as the currency has, and an ISO 4217 code. */
export const pricePattern = /^\d+(\.\d{1,3})? [A-Z]{3}$/
export const decimalPattern = /^\d+(\.\d+)?$/

export function amount(value: string | undefined): number | undefined {
  return value === undefined || value === '' ? undefined : Number.parseFloat(value)
}

/** Refuses HTML elements in a text that the channel shows unchanged. */
export function markupFault(value: string): string | undefined {
  return /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(value) ? 'holds HTML' : undefined
}

/** Refuses characters that are invalid in texts of feeds. */
export function characterFault(value: string): string | undefined {
  return /(?![\t\n\r])\p{Cc}|\p{Co}|\ufffd/u.test(value) ? 'holds a control or private character' : undefined
}
