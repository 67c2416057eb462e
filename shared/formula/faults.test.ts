import { expect, test } from 'vitest'
import { checkFormula } from './formula.ts'
import { formulaFunctions, type FunctionName, describeSignature } from './functions/functions.ts'
import { formulaLimits, describeFault, FormulaFault, type ValueType } from './value.ts'

const types: Record<string, ValueType> = {
  price: 'number',
  name: 'text',
  launch: 'date',
  tags: 'list',
  active: 'boolean',
}

function faultOf(text: string): string {
  try {
    checkFormula(text, { typeOf: (key) => types[key], keys: () => Object.keys(types) })
  } catch (error) {
    if (error instanceof FormulaFault) return describeFault(error).message
    throw error
  }
  return 'no fault'
}

test.each([
  ['', 'Character 1: The formula is empty. Write an expression.'],
  ['1+', 'Character 3: The formula ends too early. Write a value behind the last operator or comma.'],
  [
    '1 2',
    'Character 3: An operator is missing here. Write one such as + or &, or a comma between arguments.',
  ],
  ['1+*2', 'Character 3: A value is missing before *. Write a number, a "text", a {{key}} or a function.'],
  ['(1+2', 'Character 1: Nothing closes this parenthesis. Write a ) behind it.'],
  ['LEN("a"', 'Character 1: Nothing closes the arguments of LEN. Write a ) behind it.'],
  [
    '1)',
    'Character 2: This parenthesis closes nothing, or a value is missing before it. Write a value or take it out.',
  ],
  [
    '"abc',
    'Character 1: This text has no closing quote. Write a " behind it; a quote inside a text is written twice.',
  ],
  [
    '2*{{price}',
    'Character 3: This reference is not complete. Write the key of an attribute between two braces: {{price}}.',
  ],
  ['MAX(1;2)', 'Character 6: Arguments are separated by commas. Write , instead of ;.'],
  ['1 # 2', 'Character 3: # means nothing in a formula. Take it out, or put it in quotes as text.'],
  ['price*2', 'Character 1: price is not a value. Write {{price}} for an attribute or "price" for a text.'],
  ['{{launch}} > TODAY', 'Character 14: TODAY is a function. Write TODAY().'],
  ['2*{{prise}}', 'Character 3: No attribute has the key prise. Did you mean {{price}}?'],
  [
    '{{nothing_like_it}}',
    'Character 1: No attribute has the key nothing_like_it. Define it first, or write the key of another attribute.',
  ],
  ['{{ }}', 'Character 1: This reference names nothing. Write the key of an attribute: {{price}}.'],
  ['UPER("a")', 'Character 1: There is no function UPER. Did you mean UPPER(text)?'],
  ['ZZZZZZ(1)', 'Character 1: There is no function ZZZZZZ. Choose one from the list of functions.'],
  ['LEFT()', 'Character 1: LEFT cannot be called with 0 arguments. Write LEFT(text, [count]).'],
  ['NOT(1,2)', 'Character 1: NOT cannot be called with 2 arguments. Write NOT(condition).'],
  [
    'IFS(TRUE,1,FALSE)',
    'Character 1: IFS cannot be called with 3 arguments. Write IFS(condition, value, …).',
  ],
  [
    '1+{{name}}*2',
    'Character 3: {{name}} is a text, but * needs a number. Write VALUE({{name}}) to read the text as a number.',
  ],
  [
    'ROUND("abc")',
    'Character 7: "abc" is a text, but ROUND needs a number. Write VALUE("abc") to read the text as a number.',
  ],
  [
    'IF({{name}},1,2)',
    'Character 4: {{name}} is a text, but IF needs TRUE or FALSE. Write a comparison such as {{name}} = "yes".',
  ],
  [
    'YEAR({{price}})',
    'Character 6: {{price}} is a number, but YEAR needs a date. Write DATEADD(date, {{price}}, "day") to move a date by days.',
  ],
  [
    '{{launch}}>"soon"',
    'Character 12: "soon" is a text, but > needs a date. Write an attribute of type date, or a date as "2026-01-31".',
  ],
  [
    'AND({{tags}})',
    'Character 5: {{tags}} is a list, but AND needs TRUE or FALSE. Write COUNT({{tags}}) > 0.',
  ],
  [
    'DATEADD({{active}},1)',
    'Character 9: {{active}} is TRUE or FALSE, but DATEADD needs a date. Write another value here.',
  ],
])('%s tells where the fault is and what to write instead', (text, message) => {
  expect(faultOf(text)).toBe(message)
})

test.each([
  [`${'('.repeat(60)}1${')'.repeat(60)}`, /^Character 51: Functions and parentheses can be nested 50 deep\./],
  [`1${'+1'.repeat(200)}`, /^Character 1: The formula has more than 150 levels\./],
  ['1'.repeat(formulaLimits.length + 1), /^Character 4001: A formula has at most 4000 characters\./],
])('what is too long or too deep is refused (%#)', (text, message) => {
  expect(faultOf(text)).toMatch(message)
})

test('an unknown unit is refused with those that are known', () => {
  expect(faultOf('DATEADD({{launch}},1,"moon")')).toMatch(
    /^Character 22: "moon" is no unit that DATEADD knows\. Write one of "d", "day", "days"/,
  )
})

test('every function of the issue is there, with help and a signature', () => {
  expect(Object.keys(formulaFunctions).sort()).toEqual(
    `ABS AND AVERAGE COALESCE CONCATENATE CONTAINS COUNT DATEADD DATEDIF DAY FIND IF IFS ISBLANK JOIN LEFT LEN LOWER LPAD MAX MID
     MIN MOD MONTH NOT OR POWER PROPER REPLACE RIGHT ROUND ROUNDDOWN ROUNDUP RPAD SUBSTITUTE SUM SWITCH TEXT TODAY TRIM UPPER
     VALUE YEAR`.split(/\s+/),
  )
  for (const [name, { help }] of Object.entries(formulaFunctions)) {
    expect(help).toMatch(/^[A-Z].*\.$/)
    expect(describeSignature(name as FunctionName)).toMatch(new RegExp(`^${name}\\(`))
  }
})
