import { expect, test } from 'vitest'
import { gtinKind, hasGtinCheckDigit, readGtin } from './gtin.ts'

test.each([
  ['4006381333931', '4006381333931', 'GTIN-13'],
  [' 4 006381 333931 ', '4006381333931', 'GTIN-13'],
  ['9638-5074', '96385074', 'GTIN-8'],
  ['036000291452', '036000291452', 'GTIN-12'],
  ['10614141000415', '10614141000415', 'GTIN-14'],
  ['978-3-16-148410-0', '9783161484100', 'ISBN'],
  ['3-16-148410-X', '9783161484100', 'ISBN'],
  ['0-306-40615-2', '9780306406157', 'ISBN'],
  ['979-0-2600-0043-8', '9790260000438', 'GTIN-13'],
])('%s is %s, of the kind %s [KIND-04]', (text, digits, kind) => {
  expect(readGtin(text)).toBe(digits)
  expect(gtinKind(digits)).toBe(kind)
  expect(hasGtinCheckDigit(digits)).toBe(true)
})

test.each(['4006381333932', '3-16-148410-1', '123', '', 'EAN 4006381333931'])(
  '%j is no GTIN [KIND-04]',
  (text) => expect(readGtin(text)).toBeUndefined(),
)
