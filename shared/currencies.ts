import { foldText } from './text.ts'

/** The signs and words that stand beside amounts of a currency, by its ISO 4217 code. All are compared folded. */
export const currencySpellings: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'eur', 'euro', 'euros'],
  USD: ['$', 'usd', 'us$', 'us-$'],
  GBP: ['£', 'gbp'],
  CHF: ['chf', 'fr.', 'sfr.', 'sfr'],
  JPY: ['¥', 'jpy', 'yen', '円'],
  CNY: ['cny', 'rmb', '元'],
  PLN: ['zł', 'pln', 'zl'],
  CZK: ['kč', 'czk'],
  HUF: ['huf'],
  SEK: ['sek', 'kr', 'kr.'],
  NOK: ['nok'],
  DKK: ['dkk'],
  RON: ['ron', 'lei'],
  BGN: ['bgn', 'лв', 'лв.'],
  RUB: ['rub', '₽', 'руб', 'руб.'],
  UAH: ['uah', '₴', 'грн'],
  TRY: ['try', '₺', 'tl'],
  INR: ['inr', '₹'],
  KRW: ['krw', '₩'],
  BRL: ['brl', 'r$'],
  CAD: ['cad', 'c$', 'ca$'],
  AUD: ['aud', 'a$', 'au$'],
  NZD: ['nzd'],
  MXN: ['mxn'],
  ZAR: ['zar'],
  AED: ['aed'],
  ILS: ['ils', '₪'],
  SGD: ['sgd'],
  HKD: ['hkd'],
}

const sharedSigns: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK'],
  fr: ['CHF'],
}

/** Tells whether a sign, code or name may stand beside amounts of the currency. */
export function meansCurrency(word: string, code: string): boolean {
  const folded = foldText(word)
  if (folded === code.toLowerCase() || sharedSigns[folded]?.includes(code)) return true
  return currencySpellings[code]?.some((spelling) => foldText(spelling) === folded) ?? false
}

/** The currency that a sign, code or name stands for; of several that share it the most used one. */
export function currencyNamed(word: string): string | undefined {
  const code = word.trim().toUpperCase()
  if (isCurrencyCode(code)) return code
  return Object.keys(currencySpellings).find((known) => meansCurrency(word, known))
}

let known: ReadonlySet<string> | undefined

export function isCurrencyCode(text: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'))
  return known.has(text)
}

/** How many decimals amounts of the currency are written with: 2 for EUR, none for JPY. */
export function currencyDecimals(code: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return maximumFractionDigits
}
