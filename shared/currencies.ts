import { foldText } from './text.ts'

/** Symbols and words next to amounts of a currency, by its ISO 4217 code. All are compared folded. */
export const currencySpellings: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'eur', 'euro', 'euros', 'ευρω', 'евро', 'євро'],
  USD: ['$', 'usd', 'us$', 'us-$'],
  GBP: ['£', 'gbp'],
  CHF: ['chf', 'fr.', 'sfr.', 'sfr'],
  JPY: ['¥', '￥', 'jpy', 'yen', '円'],
  CNY: ['cny', 'rmb', '元'],
  PLN: ['zł', 'pln', 'zl', 'zł.', 'zlotych', 'złotych'],
  CZK: ['kč', 'czk', 'kc', 'korun'],
  HUF: ['huf', 'forint'],
  SEK: ['sek', 'kr', 'kr.'],
  NOK: ['nok'],
  DKK: ['dkk'],
  RON: ['ron', 'lei', 'leu'],
  BGN: ['bgn', 'лв', 'лв.', 'lv', 'lv.'],
  RUB: ['rub', '₽', 'руб', 'руб.', 'rur', 'рублей', 'р.'],
  UAH: ['uah', '₴', 'грн', 'грн.', 'hrn'],
  TRY: ['try', '₺', 'tl'],
  INR: ['inr', '₹', 'rs', 'rs.'],
  KRW: ['krw', '₩', '원'],
  BRL: ['brl', 'r$', 'reais'],
  CAD: ['cad', 'c$', 'ca$'],
  AUD: ['aud', 'a$', 'au$'],
  NZD: ['nzd', 'nz$'],
  MXN: ['mxn', 'mx$', 'mex$'],
  ZAR: ['zar'],
  AED: ['aed', 'د.إ'],
  ILS: ['ils', '₪'],
  SGD: ['sgd', 's$', 'sg$'],
  HKD: ['hkd', 'hk$'],
  RSD: ['rsd', 'din', 'din.', 'дин', 'дин.'],
  BAM: ['bam'],
  MKD: ['mkd', 'ден', 'ден.'],
  ALL: ['lekë'],
  ISK: ['isk'],
  GEL: ['gel', '₾'],
  KZT: ['kzt', '₸', 'тг'],
  BYN: ['byn'],
  MAD: ['mad', 'dh', 'dhs', 'dh.', 'د.م.'],
  TND: ['tnd', 'dt'],
  DZD: ['dzd', 'د.ج'],
  EGP: ['egp', 'e£', 'ج.م'],
  SAR: ['sar', 'ر.س'],
  QAR: ['qar'],
  KWD: ['kwd', 'د.ك'],
  XOF: ['xof', 'fcfa', 'f cfa', 'cfa', 'f.cfa', 'frs cfa'],
  XAF: ['xaf'],
  NGN: ['ngn', '₦'],
  KES: ['kes', 'ksh', 'kshs'],
  GHS: ['ghs', 'gh₵', '₵'],
  VND: ['vnd', '₫', 'đ', 'vnđ'],
  THB: ['thb', '฿', 'baht'],
  PHP: ['php', '₱'],
  IDR: ['idr', 'rp', 'rp.'],
  MYR: ['myr', 'rm'],
  TWD: ['twd', 'nt$'],
  PKR: ['pkr'],
  BDT: ['bdt', '৳'],
  LKR: ['lkr'],
  CLP: ['clp', 'clp$'],
  COP: ['cop', 'col$'],
  ARS: ['ars', 'ar$'],
  PEN: ['pen', 's/', 's/.'],
  UYU: ['uyu', '$u'],
  CRC: ['crc', '₡'],
}

const sharedSigns: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  rs: ['INR', 'PKR', 'LKR'],
  cfa: ['XOF', 'XAF'],
  fcfa: ['XOF', 'XAF'],
  fr: ['CHF'],
}

/** Whether a symbol, code or name may be written next to amounts of the currency. */
export function meansCurrency(word: string, code: string): boolean {
  const folded = foldText(word)
  if (folded === code.toLowerCase() || sharedSigns[folded]?.includes(code)) return true
  return currencySpellings[code]?.some((spelling) => foldText(spelling) === folded) ?? false
}

/** Returns the currency of a symbol, code or name; of several that share it the most used one. */
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

const currencyOfRegions: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  TR: 'TRY',
  JP: 'JPY',
  CN: 'CNY',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  IN: 'INR',
  BR: 'BRL',
}

/** The currency of a country by its ISO 3166 code; EUR of one that is not listed. */
export function currencyOfRegion(region: string): string {
  return currencyOfRegions[region] ?? 'EUR'
}

/** Returns the number of decimals of the currency: 2 for EUR, none for JPY. */
export function currencyDecimals(code: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return maximumFractionDigits
}
