import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const linesOf = (name: string) => read(name).trimEnd().split('\n')

test.each([
  ['README.md', 120],
  ['CONTRIBUTING.md', 80],
  ['docs/glossary.md', 200],
])('%s has at most %i lines', (document, maxLines) => {
  expect(linesOf(document).length).toBeLessThanOrEqual(maxLines)
})

describe.each([
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/cli.md',
  'docs/decisions.md',
  'docs/glossary.md',
  'docs/scripts.md',
  'docs/upgrading.md',
])('%s', (document) => {
  test('has lines of at most 110 columns', () => {
    expect(linesOf(document).filter((line) => [...line].length > 110)).toEqual([])
  })

  test('has no link that leads nowhere', () => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const files = links.filter((link) => !/^https?:/.test(link))
    expect(files.filter((link) => !leadsSomewhere(document, link))).toEqual([])
  })
})

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, file))) return false
  if (heading === undefined) return true
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
  return headings.includes(heading)
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

test('the changelog begins with the version of the package', () => {
  const [, newest] = /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(packageJson.version)
})

const versionHeadings = (name: string) =>
  [...read(name).matchAll(/^## \[?(Unreleased|\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version)

test('every version of the changelog has notes of its upgrade, in the same order: what happens, what to do, how to go back', () => {
  const versions = versionHeadings('CHANGELOG.md')
  expect(versions.length).toBeGreaterThan(2)
  expect(versionHeadings('docs/upgrading.md')).toEqual(versions)
  const sections = read('docs/upgrading.md').split(/^## /m)
  for (const version of versions) {
    const notes = sections.find((section) => section.startsWith(`${version}\n`)) ?? ''
    expect([...notes.matchAll(/^\*\*(.+?)\*\*: \S/gm)].map(([, part]) => part)).toEqual([
      'On upgrade',
      'To do',
      'Back',
    ])
  }
})

test('the changelog is in the form of Keep a Changelog, its versions falling', () => {
  const kinds = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, kind]) => kind)
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  expect(kinds.filter((kind) => !known.includes(kind ?? ''))).toEqual([])
  expect(read('CHANGELOG.md')).not.toMatch(/^## (?!\[(Unreleased\]$|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$))/m)
  const [first, ...released] = versionHeadings('CHANGELOG.md')
  expect(first).toBe('Unreleased')
  const byNumber = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true })
  expect(released).toEqual([...new Set(released)].toSorted(byNumber))
})

test('the glossary has some sixty words or more, each of them once', () => {
  const words = [...read('docs/glossary.md').matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) => word)
  expect(words.length).toBeGreaterThan(60)
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})

describe('docs/decisions.md', () => {
  const titles = [...read('docs/decisions.md').matchAll(/^- \*\*[^*]+\*\*\s+\((\d+)\):/gm)]
  const numbers = titles.map(([, number]) => Number(number))

  test('is at most 600 lines long and says each decision once', () => {
    expect(linesOf('docs/decisions.md').length).toBeLessThanOrEqual(600)
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })

  test('has every decision that code, documents and other decisions cite by its number', () => {
    const cited = sourceFiles().flatMap((file) =>
      citedNumbers(read(file)).map((number) => ({ file, number })),
    )
    const amongThemselves = [...read('docs/decisions.md').matchAll(/\((\d{1,3})\)/g)].map(([, number]) => ({
      file: 'docs/decisions.md',
      number: Number(number),
    }))
    expect(cited.length).toBeGreaterThan(5)
    expect([...cited, ...amongThemselves].filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})

function sourceFiles(): string[] {
  return ['shared', 'server', 'renderer', 'main', 'e2e', 'bench', 'docs']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.(ts|tsx|mjs|css|md)$/.test(name) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name))
    .filter((name) => name !== join('docs', 'decisions.md'))
}

/** The numbers of decisions in a text: `docs/decisions.md, 90`, `[decisions](decisions.md), 18`, `decisions 157 and 158`. */
function citedNumbers(text: string): number[] {
  const citations = text.matchAll(/decisions\.md\)?, (\d+)|\bdecisions? (\d+)(?: and (\d+))?/gi)
  return [...citations].flatMap((found) => found.slice(1).filter(Boolean).map(Number))
}
