import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Faults } from '../../catalog/errors.ts'

export const minPasswordLength = 12
const maxPasswordLength = 256
/** How much of it is judged, on the thread that answers everybody: what that takes grows with the square of the length. */
const judgedLength = 32
/** Of 4: what 10^10 guesses do not find. */
const enough = 3

let judge: Promise<ZxcvbnFactory> | undefined

/**
 * Throws validation_failed for a new password that is too short, too long or easily guessed; `known` is what whoever guesses knows of the
 * person: name and e-mail.
 */
export async function requireStrong(
  password: string,
  known: readonly string[],
  field = 'password',
): Promise<void> {
  const faults = new Faults()
  if (password.length < minPasswordLength)
    faults.addExpected(field, 'too_short', { min_length: minPasswordLength })
  else if (password.length > maxPasswordLength)
    faults.addExpected(field, 'too_long', { max_length: maxPasswordLength })
  else if (!(await isStrong(password, known)))
    faults.explain(
      field,
      'invalid_value',
      'This password is easily guessed. Take several words that do not belong together, or let your browser make one.',
    )
  faults.settle()
}

async function isStrong(password: string, known: readonly string[]): Promise<boolean> {
  const words = known.flatMap((text) => [text, ...text.split(/[\s@._+-]+/)]).filter((word) => word.length > 2)
  const zxcvbn = await (judge ??= loadJudge())
  return zxcvbn.check(password.slice(0, judgedLength), ['vitrine', ...words]).score >= enough
}

/** Loaded with the first password that is set: the word lists are some megabytes. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}
