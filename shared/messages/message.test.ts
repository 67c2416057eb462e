import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { german } from './de.ts'
import { english } from './en.ts'
import { asMessage, listed, message, type MessageCode, readSentence, sentences, textOf } from './message.ts'

const codes = Object.keys(english) as MessageCode[]

test('a message has its English words, its code and its values', () => {
  expect(message('import.attribute_mapped_twice', { key: 'sku' })).toEqual({
    message: 'Two columns are mapped to sku. Map one of them to null.',
    message_code: 'import.attribute_mapped_twice',
    values: { key: 'sku' },
  })
  expect(message('file.empty')).toEqual({ message: 'The file is empty.', message_code: 'file.empty' })
  expect(message('import.rows_without_value', { count: 1 }).message).toBe('1 row has none.')
  expect(message('import.rows_without_value', { count: 1200 }).message).toBe('1,200 rows have none.')
})

test('a formula in a text stands in its braces', () => {
  expect(message('formula.word_is_no_value', { word: 'Price', key: 'price' }).message).toBe(
    'Price is not a value. Write {{price}} for an attribute or "Price" for a text.',
  )
})

test('a message may be a part of another, which then holds its code and not its words', () => {
  const sentence = message('not_found.what', { what: message('not_found.job', { id: 'x' }) })
  expect(sentence.message).toBe('The job x was not found in this workspace.')
  expect(sentence.values).toEqual({ what: { message_code: 'not_found.job', values: { id: 'x' } } })
})

test('sentences and parts of them are put together, with codes wherever one has any', () => {
  expect(sentences('One.', 'Two.')).toBe('One. Two.')
  expect(textOf(sentences(message('file.empty'), 'Ask for another.'))).toBe(
    'The file is empty. Ask for another.',
  )
  expect(textOf(listed(message('role.owner'), message('role.editor')))).toBe('owner, editor')
})

test('what an answer holds is read as it was said; words of a code that is not known stay words', () => {
  const said = message('import.attribute_mapped_twice', { key: 'sku' })
  expect(readSentence(said.message, said)).toEqual(said)
  expect(readSentence('Something new.', { message_code: 'news.something' })).toBe('Something new.')
  expect(asMessage('Just words.')).toEqual({ message: 'Just words.' })
})

/** Returns the placeholders of a text, including those within plurals. */
function placeholdersOf(text: string): Set<string> {
  const names = new Set<string>()
  const note = (elements: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const element of elements) {
      // 0 is plain text.
      if ('value' in element && (element as { type: number }).type !== 0) names.add(element.value)
      if ('options' in element) Object.values(element.options).forEach(({ value }) => note(value))
    }
  }
  note(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  return names
}

test('German names no value that the English text does not, and no text is empty', () => {
  const wrong = codes.filter((code) => {
    const given = placeholdersOf(english[code])
    return german[code].trim() === '' || [...placeholdersOf(german[code])].some((name) => !given.has(name))
  })
  expect(wrong).toEqual([])
})

test('every code is said somewhere', () => {
  const root = join(import.meta.dirname, '../..')
  const source = globSync(['server/**/*.ts', 'shared/**/*.ts', 'main/**/*.ts'], { cwd: root })
    .filter((path) => !/\.test\.|messages\/(?:en|de)\/|node_modules/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  // These codes are assembled from an issue, a role, a type, a reason or a rule.
  const assembled =
    /^(?:issue|issue_short|remedy|cell|role|attribute\.held_by|not_found|listing\.rights|quality\.(?:asset|rights|product))[._]/
  expect(codes.filter((code) => !assembled.test(code) && !source.includes(`'${code}'`))).toEqual([])
})
