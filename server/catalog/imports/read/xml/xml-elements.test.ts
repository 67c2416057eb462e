import { test, expect } from 'vitest'
import { TextLanguages } from './xml-elements.ts'

const text = (lang: string, words: string) => ({
  prefix: '',
  name: 'NAME',
  attributes: { lang },
  children: [],
  text: words,
})

test('texts are taken in the language of the catalog wherever it stands, else in the first there is [IMPORT-27]', () => {
  const languages = new TextLanguages('lang', { usual: 'ger' })
  expect(languages.textOf([text('eng', 'Chair'), text('ger', 'Stuhl')])).toBe('Stuhl')
  expect(languages.textOf([text('eng', 'Lamp'), text('fra', 'Lampe')])).toBe('Lamp')
  expect(languages.summary()).toEqual({ taken: 'ger', left_out: ['eng', 'fra'] })
})
