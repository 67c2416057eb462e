import { expect, test } from 'vitest'
import { faultOfFileName, isDeviceName } from './file-names.ts'

test.each([
  'CON',
  'nul',
  'Aux',
  'prn',
  'COM1',
  'com9',
  'LPT0',
  'com\u00B9',
  'CONIN$',
  'conout$',
  'con.vitrine',
  'NUL.tar.gz',
  'com1 .csv',
  'lpt3.',
])('%s is a device of Windows [OWNER-08]', (name) => {
  expect(isDeviceName(name)).toBe(true)
  expect(faultOfFileName(name)).toMatch(/Choose another name\.$/)
})

test.each(['a.', 'a ', 'a.csv.', '', 'a:b', 'a?.csv', 'a\u0000b', 'a\nb', 'a\\b', 'a/b', '"a"'])(
  '%j is refused with a sentence [OWNER-08]',
  (name) => expect(faultOfFileName(name)).toMatch(/^[A-Z].*\.$/),
)

test.each([
  'console.csv',
  'com10.csv',
  'concrete',
  'null.csv',
  '.hidden',
  'a b.csv',
  'Möbel & Licht.vitrine',
  'lpt',
])('%s is a name for every system [OWNER-08]', (name) => expect(faultOfFileName(name)).toBeUndefined())
