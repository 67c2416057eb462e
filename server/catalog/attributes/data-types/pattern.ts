import { createContext, Script } from 'node:vm'

/** The pattern of a constraint, which must match the whole text; throws SyntaxError where it is no regular expression. */
export function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u')
}

/**
 * Tells whether the pattern matches the whole text. A pattern that takes too long over a text does not match it: some take
 * years over thirty letters, and meanwhile nobody could write.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  const expression = wholePattern(pattern)
  return isQuick(pattern) ? expression.test(text) : testInTime(expression, text)
}

const escapesAndClasses = /\\.|\[(?:\\.|[^\]\\])*\]/gsu

/** Repetitions only multiply the work of each other: of one that is not nested, none can get out of hand. */
function isQuick(pattern: string): boolean {
  const bare = pattern.replaceAll(escapesAndClasses, 'x').replaceAll(/x\{\d+\}/g, 'x')
  const repetitions = bare.match(/[*+{]|(?<!\()\?/g) ?? []
  return repetitions.length <= 1 && !/\)[*+?{]/.test(bare)
}

// Real time: on a busy computer a thread may well stand still for as long, but not so many times in a row.
const timeoutMs = 200
const attempts = 3
const guarded = createContext({ expression: /x/, text: '' })
const test = new Script('expression.test(text)')
/** Patterns that were given up on; they get one attempt. */
const slow = new Set<string>()

/** A fifth of a millisecond dearer than the bare test. */
function testInTime(expression: RegExp, text: string): boolean {
  const { source } = expression
  for (let attempt = slow.has(source) ? attempts : 1; attempt <= attempts; attempt += 1) {
    const matches = testOnce(expression, text)
    if (matches !== undefined) return matches
  }
  slow.add(source)
  return false
}

function testOnce(expression: RegExp, text: string): boolean | undefined {
  Object.assign(guarded, { expression, text })
  try {
    return test.runInContext(guarded, { timeout: timeoutMs }) === true
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  }
}

/** The error is one of the other context, so that it is no instance of this one's Error. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
