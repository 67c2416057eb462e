import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { AppLanguage, listLanguages, setLanguage, currentLocale, t } from './app-language.ts'
import { describeStartError } from './start-error.ts'

afterEach(() => setLanguage({ language: 'en', messages: {} }))

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-language-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'desktop/language.json')
}

test('the desktop has every language of the page', () => {
  const files = readdirSync(join(import.meta.dirname, '../shared/languages')).map((file) =>
    file.replace(/\.ts$/, ''),
  )
  expect(listLanguages().toSorted()).toEqual(['en', ...files].toSorted())
})

test('a first start speaks the first language of the system that the app has, and English where there is none', async () => {
  const language = new AppLanguage(newFile())
  await language.begin(['fr-FR', 'de-AT', 'en-GB'])
  expect(t('&File')).toBe('&Datei')
  expect(currentLocale()).toBe('de')
  await language.begin(['fr-FR'])
  expect(t('&File')).toBe('&File')
  expect(currentLocale()).toBe('en-GB')
})

test('what the page was last shown in is spoken from then on and at the next start; what is no language changes nothing', async () => {
  const file = newFile()
  const language = new AppLanguage(file)
  await language.begin(['en-GB'])
  await language.follow('de')
  expect(t('Open Recent')).toBe('Zuletzt geöffnet')
  for (const odd of ['xx', '../de', 7, null]) await language.follow(odd)
  expect(t('Open Recent')).toBe('Zuletzt geöffnet')
  setLanguage({ language: 'en', messages: {} })
  await new AppLanguage(file).begin(['en-GB'])
  expect(t('Open Recent')).toBe('Zuletzt geöffnet')
  await language.follow('en')
  expect(t('Open Recent')).toBe('Open Recent')
})

test('values are put into a text as they are, and what tells two meanings apart is not shown', () => {
  expect(t('{host} does not answer.', { host: '$& {host}' })).toBe('$& {host} does not answer.')
  expect(t('Zoom¦of a window')).toBe('Zoom')
})

test('what is said when a start fails is in the language too', async () => {
  await new AppLanguage(newFile()).begin(['de'])
  const { message, detail } = describeStartError(Object.assign(new Error('x'), { code: 'ENOSPC' }), '/x/data')
  expect(message).toBe('Vitrine konnte mit dem Datenordner /x/data nicht starten.')
  expect(detail).toMatch(/^Der Datenträger ist voll\./)
})
