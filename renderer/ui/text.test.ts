import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { describeMergeKey } from '#shared/describe-merge-key.ts'
import { explainFault, explainCell } from '#shared/describe-fault.ts'
import { issueCodes, type IssueCode } from '#shared/errors.ts'
import { german as sentences } from '#shared/messages/de.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import { cachedByLocale, setLanguage, t, tMessage, tNodes, type MessageId } from './text.ts'

const id = (text: string): MessageId => text as MessageId
const rows = id('{count, plural, one {# row} other {# rows}} of {name}')

afterEach(() => setLanguage({ language: 'en', locale: 'en', messages: {} }))

function setGerman(messages: Record<string, string>): void {
  setLanguage({ language: 'de', locale: 'de', messages })
}

test('English is the text itself, with counts, values and plain characters as they stand', () => {
  expect(t(rows, { count: 1, name: 'Oak' })).toBe('1 row of Oak')
  expect(t(rows, { count: 1200, name: 'Oak' })).toBe('1,200 rows of Oak')
  expect(t(id("Don't <b>{name}</b> it's #1"), { name: 'x' })).toBe("Don't <b>x</b> it's #1")
  expect(t(id('Type { here'))).toBe('Type { here')
})

test('another language orders its words, counts by its own rules and writes its own numbers', () => {
  setGerman({ [rows]: 'In {name}: {count, plural, one {# Zeile} other {# Zeilen}}' })
  expect(t(rows, { count: 1200, name: 'Eiche' })).toBe('In Eiche: 1.200 Zeilen')
})

test('what has no translation is English, and a note that tells words apart is never shown', () => {
  setGerman({ 'Open¦to do': 'Öffnen', 'Open¦state': 'Offen' })
  expect(['Open¦to do', 'Open¦state', 'Open¦other'].map((text) => t(id(text)))).toEqual([
    'Öffnen',
    'Offen',
    'Open',
  ])
})

test('elements stand where the language wants them', () => {
  setGerman({ 'Press {key} now': 'Jetzt {key} drücken' })
  const text = tNodes(id('Press {key} now'), { key: createElement('kbd', null, 'F2') })
  expect(renderToStaticMarkup(text)).toBe('Jetzt <kbd>F2</kbd> drücken')
})

test('a formatter follows the language and is made once for each', () => {
  let made = 0
  const numbers = cachedByLocale((locale) => {
    made += 1
    return new Intl.NumberFormat(locale)
  })
  expect([numbers().format(1.5), numbers().format(1.5)]).toEqual(['1.5', '1.5'])
  setGerman({})
  expect([numbers().format(1.5), made]).toEqual(['1,5', 2])
})

function setGermanSentences(): void {
  setLanguage({ language: 'de', locale: 'de', messages: {}, sentences })
}

test('what the server says is worded from its code and values; English stays as it was said', () => {
  const said = asMessage(message('quality.price_not_positive', { price: '0.00' }))
  expect(tMessage(said.message, said)).toBe('The price is 0.00.')
  setGermanSentences()
  expect(tMessage(said.message, said)).toBe('Der Preis ist 0.00.')
  expect(tMessage('Bonjour.')).toBe('Bonjour.')
})

test('a message in a message is worded too; of a code that is not known the English words stay', () => {
  setGermanSentences()
  const [cause, remedy] = [message('storage.disk_full'), message('storage.free_space')]
  expect(tMessage(message('storage.not_saved', { cause, remedy }))).toBe(
    'Der Datenträger ist voll, daher wurde nichts gespeichert. Schaffen Sie Platz, und versuchen Sie es dann noch einmal.',
  )
  const newer = {
    message_code: 'text.sentences',
    values: { first: { message_code: 'no.such' }, second: 'b' },
  }
  expect(tMessage('A b', newer)).toBe('A b')
})

test('what an import by a key would come to has the numbers of the language', () => {
  setGermanSentences()
  const counts = { known: 1290, new: 1, rows: 1302, filled: 1300 }
  const proposal = { header: 'Art.-Nr.', unique: false, is_estimate: true, ...counts }
  expect(tMessage(describeMergeKey(proposal as never))).toBe(
    'Über Art.-Nr., von den ersten 1.302 Zeilen: 1.290 sind schon da und werden aktualisiert, 1 ist neu. Mehrere Zeilen haben denselben Wert; die erste mit jedem wird importiert. 2 Zeilen haben keinen.',
  )
})

test('German has words for every issue, with what would pass and without, of a request and of a cell', () => {
  setGermanSentences()
  const said = (Object.keys(issueCodes) as IssueCode[]).flatMap((issue) => [
    explainFault({ field: 'price', issue }),
    explainFault({ field: 'price', issue, acceptable_values: ['a', 'b'], did_you_mean: 'a' }),
    explainFault({ field: 'price', issue, expected: { min: 1, max: 2, decimals: 2 } }),
    explainFault({ field: 'price', issue, expected: { min_length: 3, max_length: 9 } }),
    explainCell({ row: 2, field: 'price', value: '1,50', issue }),
  ])
  const isEnglish = (text: string) =>
    /\b(?:the|is|of|not|and|to|with|this|has|send|write|there)\s+[a-z]/i.test(text)
  expect(said.map((sentence) => tMessage(sentence)).filter(isEnglish)).toEqual([])
})
