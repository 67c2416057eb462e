import { afterEach, expect, test } from 'vitest'
import { messages } from '#shared/languages/de.ts'
import { keysInWords } from './kbd.tsx'
import { setLanguage } from './text.ts'

afterEach(() => setLanguage({ language: 'en', locale: 'en', messages: {} }))

test.each([
  ['Ctrl+Enter', 'Strg+Eingabe'],
  ['PageDown', 'Bild ↓'],
  ['Alt+PageUp', 'Alt+Bild ↑'],
  ['Alt+Shift+ArrowRight', 'Alt+Umschalt+→'],
  ['Alt+Shift+Down', 'Alt+Umschalt+↓'],
  ['Ctrl+Arrow', 'Strg+Pfeiltasten'],
  ['F8', 'F8'],
])('%s is called %s on a German keyboard', (keys, said) => {
  setLanguage({ language: 'de', locale: 'de', messages })
  expect(keysInWords(keys)).toBe(said)
})
