/** What judges of channel files share. They are written from what the channels publish, and know nothing of our templates. */

export type Row = Readonly<Record<string, string>>

/** Faults of a file, one sentence each; none for a sound one. */
export type Validator = (text: string) => string[]

export interface FieldRule {
  readonly required?: boolean
  readonly max?: number
  readonly pattern?: RegExp
  readonly oneOf?: readonly string[]
  readonly check?: (text: string) => boolean
}

export type Rules = Readonly<Record<string, FieldRule>>

export const required = { required: true }
export const link = { pattern: /^https?:\/\/[^\s]+$/ }
export const amount = { pattern: /^\d+(\.\d{1,4})?$/ }
export const whole = { pattern: /^-?\d+$/ }
export const gtin = { check: isGtin }

/** GS1: weights 3 and 1 from the right, the sum with the check digit a multiple of ten. */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const padded = text.padStart(14, '0')
  let sum = 0
  for (let index = 0; index < 13; index++) sum += Number(padded[index]) * (index % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10 === Number(padded[13])
}

export function check(row: Row, rules: Rules, place: string): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const text = row[name] ?? ''
    if (text === '') return rule.required ? [`${place}: ${name} is missing`] : []
    return isSound(text, rule) ? [] : [`${place}: ${name} is unsound: ${text}`]
  })
}

function isSound(text: string, { max = Infinity, pattern, oneOf, check: test }: FieldRule): boolean {
  if ([...text].length > max) return false
  if (oneOf && !oneOf.includes(text)) return false
  return (pattern?.test(text) ?? true) && (test?.(text) ?? true)
}

export function repeated(values: readonly string[], what: string): string[] {
  return values
    .filter((value, index) => value !== '' && values.indexOf(value) !== index)
    .map((value) => `${what} twice: ${value}`)
}

export function idsOf(rows: readonly Row[], name: string): string[] {
  return rows.map((row) => row[name] ?? '')
}
