/** Words and signs for yes and no in the languages of the lists; all are compared folded. */
import { foldText } from '#shared/text.ts'

const pairs: readonly (readonly [yes: string, no: string])[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sim', 'não'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['x', '-'],
  ['x', '–'],
  ['✓', '✗'],
  ['✓', '-'],
  ['✔', '✘'],
]

const yes = new Set(['true', '1', ...pairs.map(([word]) => foldText(word))])
const no = new Set(['false', '0', ...pairs.map(([, word]) => foldText(word))])

export function isYes(folded: string): boolean {
  return yes.has(folded)
}

export function isNo(folded: string): boolean {
  return no.has(folded)
}

/** Whether the words of a column are those of a flag: one for yes and one for no, which belong together. */
export function areFlags(folded: ReadonlySet<string>): boolean {
  return folded.size === 2 && pairs.some((pair) => pair.every((word) => folded.has(foldText(word))))
}
