import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { enoughScore, judgedLength, wordsToAvoid } from '#shared/password-rules.ts'
import { t } from '../ui/text.ts'

const factory = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

export interface PasswordVerdict {
  readonly isGood: boolean
  readonly text: string
}

/** Rates a password as the server does; `known` lists facts that an attacker knows. */
export function ratePassword(password: string, known: readonly string[]): PasswordVerdict {
  const { score } = factory.check(password.slice(0, judgedLength), wordsToAvoid(known))
  return score >= enoughScore
    ? { isGood: true, text: t('A good password.') }
    : { isGood: false, text: t('Easily guessed. Make it longer or less common.') }
}
