/** Tells people where a text stops being JSON; the words of JSON.parse are for programmers, and often name no place. */

/** What may come next. */
type ExpectedToken = keyof typeof wanted

const wanted = {
  value: 'a value such as "text", 12, true or null',
  valueOrEnd: 'a value or ]',
  name: 'a name in double quotes',
  nameOrEnd: 'a name in double quotes or }',
  colon: 'a colon',
  nextMember: 'a comma or }',
  nextElement: 'a comma or ]',
  nothing: 'the end',
}

/** What is wrong first with a text that does not parse, and where. */
export function describeJsonFault(text: string): string {
  const open: string[] = []
  let next: ExpectedToken = 'value'
  for (let at = 0; ;) {
    at = skip(space, text, at)
    const token = readToken(text, at)
    if (token !== undefined && 'fault' in token) return token.fault
    const then: ExpectedToken | undefined = token && step(next, token.kind, open)
    if (token === undefined || then === undefined) return describeWanted(text, at, next)
    at = token.end
    next = then
  }
}

const space = /[\t\n\r ]*/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

type Token = { readonly kind: string; readonly end: number } | { readonly fault: string } | undefined

function readToken(text: string, at: number): Token {
  const first = text[at]
  if (first === '"') return readText(text, at)
  if (first !== undefined && '{}[],:'.includes(first)) return { kind: first, end: at + 1 }
  const end = skip(scalar, text, at)
  return end > at ? { kind: 'value', end } : undefined
}

function readText(text: string, from: number): Token {
  for (let at = from + 1; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === quote) return { kind: 'text', end: at + 1 }
    if (code < firstPrintable)
      return { fault: `the line break or tab ${placeOf(text, at)} must be written as \\n or \\t` }
    const end = code === backslash ? skip(escape, text, at) : at + 1
    if (end === at) return { fault: `the backslash ${placeOf(text, at)} must be written as \\\\` }
    at = end
  }
  return { fault: `the text that begins ${placeOf(text, from)} has no closing quote` }
}

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

const anyValue = { '{': 'nameOrEnd', '[': 'valueOrEnd', value: 'behind', text: 'behind' } as const

/** What each token leads to; behind a whole value comes what its surroundings say. */
const steps: Readonly<Record<ExpectedToken, Readonly<Record<string, ExpectedToken | 'behind'>>>> = {
  value: anyValue,
  valueOrEnd: { ...anyValue, ']': 'behind' },
  name: { text: 'colon' },
  nameOrEnd: { text: 'colon', '}': 'behind' },
  colon: { ':': 'value' },
  nextMember: { ',': 'name', '}': 'behind' },
  nextElement: { ',': 'value', ']': 'behind' },
  nothing: {},
}

/** What may come behind a token; undefined where the token may not stand. */
function step(next: ExpectedToken, kind: string, open: string[]): ExpectedToken | undefined {
  const then = steps[next][kind]
  if (kind === '{' || kind === '[') open.push(kind)
  if (kind === '}' || kind === ']') open.pop()
  if (then !== 'behind') return then
  if (open.length === 0) return 'nothing'
  return open.at(-1) === '{' ? 'nextMember' : 'nextElement'
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at)
  return `at line ${before.split('\n').length}, character ${at - before.lastIndexOf('\n')}`
}

function describeWanted(text: string, at: number, next: ExpectedToken): string {
  const found = at === text.length ? 'the end' : String.fromCodePoint(text.codePointAt(at) ?? 0)
  return `expected ${wanted[next]} ${placeOf(text, at)}, found ${found}`
}
