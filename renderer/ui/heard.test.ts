import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { issueCodes, type IssueCode } from '#shared/errors.ts'
import { explainCell } from '#shared/explain-cell.ts'
import { heard, messages } from '#shared/languages/de.ts'
import { explainFault } from '#shared/describe-fault.ts'
import { describeMergeKey } from '#shared/describe-merge-key.ts'
import { retell } from './heard.ts'
import { setLanguage } from './text.ts'

const english = { language: 'en', locale: 'en', messages: {} }

beforeEach(() => setLanguage({ language: 'de', locale: 'de', messages, heard }))
afterEach(() => setLanguage(english))

test('English is told as it was said', () => {
  setLanguage(english)
  expect(retell('There is no price.')).toBe('There is no price.')
})

test.each([
  ['a sentence', 'There is no price.', 'Es gibt keinen Preis.'],
  ['one with a value', 'The price is 0.00.', 'Der Preis ist 0.00.'],
  [
    'with several values',
    'Another product of Nordlys is called Sofa too.',
    'Ein anderes Produkt von Nordlys heißt ebenfalls Sofa.',
  ],
  [
    'several sentences',
    'The value is not a number. Send a number such as 129.5.',
    'Der Wert ist keine Zahl. Geben Sie eine Zahl ein, etwa 129,5.',
  ],
  ['a place in front', 'price: The value is not a number.', 'price: Der Wert ist keine Zahl.'],
  [
    'words that the server puts in',
    'The disk is full, so nothing was saved. Free some space, then try again.',
    'Der Datenträger ist voll, daher wurde nichts gespeichert. Schaffen Sie Platz, und versuchen Sie es dann noch einmal.',
  ],
  [
    'a majority that is lost',
    'Most nodes of the cluster that keeps this workspace do not answer, so nothing was saved. Start them or mend the network between them, then try again.',
    'Die meisten Knoten des Clusters, in dem dieser Arbeitsbereich liegt, antworten nicht, daher wurde nichts gespeichert. Starten Sie sie, oder stellen Sie das Netz zwischen ihnen wieder her, und versuchen Sie es dann noch einmal.',
  ],
  [
    'a part that is not known',
    'There is no price. Nobody knows why.',
    'Es gibt keinen Preis. Nobody knows why.',
  ],
  ['a value that looks like signs of a pattern', 'The price is (1+).', 'Der Preis ist (1+).'],
  ['what nobody has words for', 'Bonjour.', 'Bonjour.'],
])('%s in the language of the app', (_, said, told) => {
  expect(retell(said)).toBe(told)
})

/** What is left in English: two words of the language one after the other. */
const isEnglish = (text: string): boolean =>
  /\b(?:the|is|of|not|and|or|to|with|this|that|has|send|write|there)\s+[a-z]/i.test(text)

// Codes that only requests of scripts can earn.
const ofScripts: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'unknown_operator',
  'system_field_always_returned',
  'not_selectable_inverse_reference',
])

describe('German has words for', () => {
  test('every issue, with what would pass and without', () => {
    const said = (Object.keys(issueCodes) as IssueCode[])
      .filter((issue) => !ofScripts.has(issue))
      .flatMap((issue) => [
        explainFault({ field: 'price', issue }),
        explainFault({ field: 'price', issue, acceptable_values: ['a', 'b'], did_you_mean: 'a' }),
        explainFault({ field: 'price', issue, expected: { min: 1, max: 2, decimals: 2 } }),
        explainFault({ field: 'price', issue, expected: { min_length: 3, max_length: 9 } }),
      ])
    expect(said.map(retell).filter(isEnglish)).toEqual([])
  })

  test('every fault of a cell of a file', () => {
    const cell = { row: 2, field: 'price', value: '1,50' }
    const said = (Object.keys(issueCodes) as IssueCode[])
      .filter((issue) => !ofScripts.has(issue))
      .map((issue) => explainCell({ ...cell, issue }))
    expect(said.map(retell).filter(isEnglish)).toEqual([])
  })

  test('what an import by a key would come to', () => {
    const proposal = {
      header: 'Art.-Nr.',
      attribute: 'sku',
      reason: 'code',
      unique: false,
      is_estimate: true,
    }
    const counts = { known: 290, new: 10, rows: 302, filled: 300 }
    expect(retell(describeMergeKey({ ...proposal, ...counts } as never))).toBe(
      'Über Art.-Nr., von den ersten 302 Zeilen: 290 sind schon da und werden aktualisiert, 10 sind neu. Mehrere Zeilen haben denselben Wert. 2 Zeilen haben keinen.',
    )
  })
})
