import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandTexts } from '#shared/commands.ts'
import { pageCommands } from '#shared/page-commands.ts'
import { jobNames } from '#shared/jobs.ts'
import { followingRuleNames, shippedRuleNames } from '#shared/quality.ts'
import { rightsAttributes } from '#shared/picture-rights.ts'
import { customFieldKinds, customTemplates } from '#shared/custom-channels.ts'
import { messages as german } from '#shared/languages/de.ts'
import { findMessages, findSaidAtLoad, findTexts } from './texts-in-code.ts'

/** The kind of an element that is plain text. */
const literal = 0

const root = join(import.meta.dirname, '../..')

/** Texts that only look like texts for people, with the reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['Vitrine', 'a name'],
  ['Edge', 'a name'],
  ['OpenAI', 'a name'],
  ['Firefox', 'a name'],
  ['Chrome', 'a name'],
  ['Safari', 'a name'],
  ['Windows', 'a name'],
  ['Android', 'a name'],
  ['Linux', 'a name'],
  ['Bearer ${env:VITRINE_KEY}', 'a line of a configuration'],
  ['  -H "Authorization: Bearer …"', 'a line of a command'],
  ['claude mcp add --transport http vitrine …', 'a command'],
  ['vitrine serve --replicate file:///mnt/replica', 'a command'],
  ['vitrine restore --from … --data FOLDER', 'a command'],
  ['ROUND({{price}} * 1.19, 2)', 'a formula'],
  ['{{price}} * 1.19', 'a formula'],
  ['ROUND({{price}} * 1.04, 2)', 'a formula'],
  ['http://127.0.0.1:11434/v1', 'an address'],
  ['https://catalog.example', 'an address'],
  ['…T…', 'a moment in ISO text'],
  ['Σ', 'a sign'],
  ['…-hint…', 'an id'],
  [', never twice', 'a part of the values of a select, which nobody sees'],
  ['required…', 'likewise'],
  ['recommended…', 'likewise'],
  ['copy of …', 'a value of a select, which nobody sees'],
  ['Bearer …', 'a header'],
  ['Vitrine parser', 'a name of a process'],
  ['an unknown time', 'a line of the log'],
  ['a backup could not be put back', 'likewise'],
  ['the sample catalog could not be made', 'likewise'],
  ['the run before was cut short', 'likewise'],
  ['The server took too long to close and was ended.', 'likewise'],
  ['the page of a window stopped working', 'likewise'],
  ['a workspace file could not be opened', 'likewise'],
  ['new versions could not be looked for', 'likewise'],
  ['the updater failed', 'likewise'],
  ['an update failed', 'likewise'],
])

/** Tables of shortcuts spell keys in English; `Kbd` shows them as keyboards are labelled. */
const keys =
  /^(((Ctrl|Alt|Shift)[+ ])*([A-Z]|Space|Home|End|Tab|Enter|Delete|Escape|Esc|Arrow\w*|Page\w+)( … )?)+$/

/**
 * Output for developers who start and build the program, and what stands in files of other programs: the line
 * that starts it at login, its launcher, and the manifest for Claude Desktop.
 */
const forDevelopers =
  /^main\/(build|dist|dist-config|pack-server|start|find-electron|first-start|login-item|command-line|command-launcher|mcp-bundle|data-folder)\.ts$|^main\/icons\//

const files = globSync(['renderer/**/*.{ts,tsx}', 'main/**/*.ts'], { cwd: root })
  .filter((path) => !/\.test\.|\/testing\/|vite\.config/.test(path) && !forDevelopers.test(path))
  .sort()

const knownTexts = new Map<string, ReturnType<typeof findTexts>>()

function textsOf(path: string): ReturnType<typeof findTexts> {
  const texts = knownTexts.get(path) ?? findTexts(join(root, path))
  knownTexts.set(path, texts)
  return texts
}

test('no text for people stands in the code of the page or of the desktop: write t(…) from ui/text.ts and its German into shared/languages/de.ts', () => {
  const left = files
    .filter((path) => !path.endsWith('/cells/options.tsx'))
    .flatMap((path) =>
      textsOf(path)
        .filter(({ text }) => !exceptions.has(text) && !keys.test(text))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    )
  expect(left).toEqual([])
})

test('no text is said while a module is loaded, which is before the language is known: make the table a function by byLanguage', () => {
  const tables = files.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return Array.from(source.matchAll(/(\w+)\s*=\s*byLanguage\(/g), ([, name]) => name ?? '')
  })
  const said = files.flatMap((path) =>
    findSaidAtLoad(join(root, path), new Set(tables)).map(({ line, text }) => `${path}:${line} ${text}`),
  )
  expect(said).toEqual([])
})

test('each exception is still needed', () => {
  const texts = new Set(files.flatMap((path) => textsOf(path).map(({ text }) => text)))
  expect([...exceptions.keys()].filter((text) => !texts.has(text))).toEqual([])
})

function placeholdersOf(message: string): string[] {
  const names = new Set<string>()
  const note = (elements: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const element of elements) {
      if (
        'value' in element &&
        (element as { type: number }).type !== literal &&
        /^[a-z]/i.test(element.value)
      )
        names.add(element.value)
      if ('options' in element) Object.values(element.options).forEach(({ value }) => note(value))
    }
  }
  if (!message.includes('{{'))
    note(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].sort()
}

describe('the messages', () => {
  const said = files.flatMap((path) => findMessages(join(root, path)))
  const ofCommands: readonly string[] = [
    ...pageCommands.map(({ label }) => label),
    ...commandTexts.flatMap(({ title, group, ...more }) => [
      title,
      group,
      ...('label' in more ? [more.label] : []),
    ]),
  ]
  // Jobs and unnamed rules are shown by the names in their tables.
  const ofTables: readonly string[] = [
    ...Object.values(jobNames),
    ...Object.values(shippedRuleNames),
    ...Object.values(followingRuleNames),
    ...rightsAttributes.map(({ name }) => name),
    ...Object.values(customFieldKinds).map(({ name }) => name),
    ...Object.values(customTemplates).flatMap(({ name, hint }) => [name, hint]),
  ]

  test('German has every text that is said, and none that is not said any more', () => {
    const ids = new Set([...said.map(({ id }) => id), ...ofCommands, ...ofTables])
    expect([...ids].filter((id) => !(id in german))).toEqual([])
    expect(Object.keys(german).filter((id) => !ids.has(id))).toEqual([])
  })

  test('no translation is empty, left to do, or names other values than the English text', () => {
    const wrong = Object.entries(german).filter(
      ([english, text]) =>
        text.trim() === '' ||
        text === 'TODO' ||
        placeholdersOf(english).join() !== placeholdersOf(text).join(),
    )
    expect(wrong).toEqual([])
  })

  test('whoever says a text gives the values that it names', () => {
    const wrong = said.filter(
      ({ id, values }) => values !== undefined && values.toSorted().join() !== placeholdersOf(id).join(),
    )
    expect(wrong).toEqual([])
  })
})

test('a text is found wherever people read it, and names for programs are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'page.tsx')
  const lines = [
    `const a = <p title="Name" className="some class">Plain words <b>{x ? 'never' : t('Said')}</b></p>`,
    'const b = { label: "Two words", key: "Two words", kind: "Apart" }',
    'const c = tell(`${count} rows left`) + `a-b ${c}`',
    `const d = t('Kept {what}', { what: isOne ? 'row' : n })`,
    `const e = byLanguage(() => ({ last_day: 'yesterday', value: 'day', 'a.key': t('Said') })); const f = { label: 'round' }`,
    `if (a === 'Not for people') throw new Error('Nobody reads this.')`,
  ]
  writeFileSync(path, lines.join('\n'))
  expect(findTexts(path).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '1 Name',
    '1 Plain words',
    '1 never',
    '2 Two words',
    '3 … rows left',
    '4 row',
    '5 yesterday',
    '5 round',
  ])
})

test('what is said while a module is loaded is found, and what only reads the keys of a table is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'page.ts')
  const lines = [
    `const a = t('Too early'); const looks = [names(), keysOf(names()), names().map(({ id }) => id)]`,
    `const b = () => t('Said when asked'); const c = byLanguage(() => names())`,
  ]
  writeFileSync(path, lines.join('\n'))
  const found = findSaidAtLoad(path, new Set(['names'])).map(({ text }) => text)
  expect(found).toEqual([`t('Too early')`, 'names()'])
})
