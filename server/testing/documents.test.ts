import { existsSync, readFileSync } from 'node:fs'
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
  'docs/glossary.md',
  'docs/scripts.md',
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

/** Whether a link of a document leads to a file of the project, and to a heading where it names one. */
function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, file))) return false
  if (heading === undefined) return true
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
  return headings.includes(heading)
}

/** The anchor that GitHub gives a heading. */
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

test('the glossary has some sixty words or more, each of them once', () => {
  const words = [...read('docs/glossary.md').matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) => word)
  expect(words.length).toBeGreaterThan(60)
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})
