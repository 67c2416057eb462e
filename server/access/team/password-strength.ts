import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { enoughScore, judgedLength, minPasswordLength, wordsToAvoid } from '#shared/password-rules.ts'
import { message } from '#shared/messages/message.ts'
import { Faults } from '../../catalog/errors.ts'

const maxPasswordLength = 256

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
    faults.explain(field, 'invalid_value', message('account.password_too_weak'))
  faults.throwIfAny()
}

async function isStrong(password: string, known: readonly string[]): Promise<boolean> {
  const zxcvbn = await (judge ??= loadResumeAuthorizer())
  return zxcvbn.check(password.slice(0, judgedLength), wordsToAvoid(known)).score >= enoughScore
}

/** Loaded with the first password that is set: the word lists are some megabytes. */
async function loadResumeAuthorizer(): Promise<ZxcvbnFactory> {
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
