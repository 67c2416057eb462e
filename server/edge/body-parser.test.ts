import { expect, test } from 'vitest'
import { describeJsonFault } from './body-parser.ts'

const value = 'a value such as "text", 12, true or null'

test.each([
  ['{"a": 1,}', 'expected a name in double quotes at line 1, character 9, found }'],
  ["{'a': 1}", "expected a name in double quotes or } at line 1, character 2, found '"],
  ['{a: 1}', 'expected a name in double quotes or } at line 1, character 2, found a'],
  ['{"a" 1}', 'expected a colon at line 1, character 6, found 1'],
  ['{"a": 1\n "b": 2}', 'expected a comma or } at line 2, character 2, found "'],
  ['{"a": True}', `expected ${value} at line 1, character 7, found T`],
  ['{"a": 01}', `expected ${value} at line 1, character 7, found 0`],
  ['[1 2]', 'expected a comma or ] at line 1, character 4, found 2'],
  ['[1,]', `expected ${value} at line 1, character 4, found ]`],
  ['[1}', 'expected a comma or ] at line 1, character 3, found }'],
  ['{"a": [', 'expected a value or ] at line 1, character 8, found the end'],
  ['{"a": 1}}', 'expected the end at line 1, character 9, found }'],
  ['{"a": 🙂}', `expected ${value} at line 1, character 7, found 🙂`],
  ['{"a": "x', 'the text that begins at line 1, character 7 has no closing quote'],
  ['{"a": "x\ny"}', 'the line break or tab at line 1, character 9 must be written as \\n or \\t'],
  ['{"a": "C:\\x"}', 'the backslash at line 1, character 10 must be written as \\\\'],
  [' ', `expected ${value} at line 1, character 2, found the end`],
])('%j [ERROR-18]', (text, message) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(describeJsonFault(text)).toBe(message)
})

test.each(['{}', '[]', '{"a": [1, -2.5e3, true, null, "\\u00e4\\n", {"b": []}]}', ' "x" ', '0'])(
  'in %j the fault is none but that nothing follows',
  (text) => {
    JSON.parse(text)
    expect(describeJsonFault(`${text}!`)).toMatch(/^expected the end at line 1, character \d+, found !$/)
  },
)

test('a body of 8 MiB that is one text is walked through once, without a stack', () => {
  expect(describeJsonFault(`"${'\\n'.repeat(4 * 1024 * 1024)}`)).toMatch(/has no closing quote$/)
})
