/** Texts and JSON values that programs have stumbled over. */
import type { Random } from '../../random.ts'

export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud83e\ude91 stool',
  '\ufeff',
  '\u202e',
  'e\u0301',
  'ß',
  'İı',
  '%',
  '_',
  '%%%_%',
  "'",
  "' OR '1'='1",
  "'; DROP TABLE entity; --",
  '"; PRAGMA writable_schema=1; --',
  '\\',
  '$.price',
  '$[0]',
  'a,b,,c',
  '[sku]',
  '{{sku}}',
  '${1+1}',
  '../../../etc/passwd',
  '..%2f..%2f',
  'x\r\nX-Injected: 1',
  'x\nX-Injected: 1',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '12345678901234567890',
  '2024-02-30',
  '2024-01-01',
  '2024-01-01T25:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'new',
  '(a+)+$',
  'a'.repeat(5000),
  '\u{1F9D1}\u200D\u{1F91D}\u200D\u{1F9D1}',
]

const oddNumbers = [
  0,
  -0,
  -1,
  1,
  200,
  201,
  1.5,
  1e21,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  Number.MAX_VALUE,
]

export function oddValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 4 : 7)
  if (kind === 0) return random.pick(oddTexts)
  if (kind === 1) return random.pick(oddNumbers)
  if (kind === 2) return random.chance(0.5)
  if (kind === 3) return null
  if (kind === 4) return Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1))
  const members = Array.from({ length: random.below(4) }, () => [
    random.pick(oddTexts),
    oddValue(random, depth + 1),
  ])
  // Not by assignment, which would set the prototype for `__proto__`.
  return Object.fromEntries(members) as unknown
}
