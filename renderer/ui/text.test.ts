import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { byLocale, setLanguage, t, tNodes, type MessageId } from './text.ts'

const id = (text: string): MessageId => text as MessageId
const rows = id('{count, plural, one {# row} other {# rows}} of {name}')

afterEach(() => setLanguage({ language: 'en', locale: 'en', messages: {} }))

function speakGerman(messages: Record<string, string>): void {
  setLanguage({ language: 'de', locale: 'de', messages })
}

test('English is the text itself, with counts, values and plain characters as they stand', () => {
  expect(t(rows, { count: 1, name: 'Oak' })).toBe('1 row of Oak')
  expect(t(rows, { count: 1200, name: 'Oak' })).toBe('1,200 rows of Oak')
  expect(t(id("Don't <b>{name}</b> it's #1"), { name: 'x' })).toBe("Don't <b>x</b> it's #1")
  expect(t(id('Type { here'))).toBe('Type { here')
})

test('another language orders its words, counts by its own rules and writes its own numbers', () => {
  speakGerman({ [rows]: 'In {name}: {count, plural, one {# Zeile} other {# Zeilen}}' })
  expect(t(rows, { count: 1200, name: 'Eiche' })).toBe('In Eiche: 1.200 Zeilen')
})

test('what has no translation is English, and a note that tells words apart is never shown', () => {
  speakGerman({ 'Open¦to do': 'Öffnen', 'Open¦state': 'Offen' })
  expect(['Open¦to do', 'Open¦state', 'Open¦other'].map((text) => t(id(text)))).toEqual([
    'Öffnen',
    'Offen',
    'Open',
  ])
})

test('elements stand where the language wants them', () => {
  speakGerman({ 'Press {key} now': 'Jetzt {key} drücken' })
  const text = tNodes(id('Press {key} now'), { key: createElement('kbd', null, 'F2') })
  expect(renderToStaticMarkup(text)).toBe('Jetzt <kbd>F2</kbd> drücken')
})

test('a formatter follows the language and is made once for each', () => {
  let made = 0
  const numbers = byLocale((locale) => {
    made += 1
    return new Intl.NumberFormat(locale)
  })
  expect([numbers().format(1.5), numbers().format(1.5)]).toEqual(['1.5', '1.5'])
  speakGerman({})
  expect([numbers().format(1.5), made]).toEqual(['1,5', 2])
})
