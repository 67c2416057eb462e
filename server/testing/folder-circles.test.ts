import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFolderCircles, readArrows } from './folder-circles.ts'

const root = join(import.meta.dirname, '../..')

test.each(['renderer', 'renderer/grid', 'server', 'server/catalog'])(
  'no folders of %s import each other in a circle',
  (dir) => {
    expect(findFolderCircles(join(root, dir))).toEqual([])
  },
)

test('folders of the catalog import along the order that its README tells', () => {
  const catalog = join(root, 'server/catalog')
  const line = readFileSync(join(catalog, 'README.md'), 'utf8').match(/^`events`.*<.*$/m)?.[0] ?? ''
  const floors = line.split(' < ').map((floor) => [...floor.matchAll(/[a-z-]+/g)].map(([folder]) => folder))
  const floorOf = new Map(
    floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)),
  )
  const arrows = readArrows(catalog)
  expect([...floorOf.keys()].sort()).toEqual([...arrows.keys()].sort())
  const upward = [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => (floorOf.get(to) ?? Infinity) >= (floorOf.get(from) ?? 0))
      .map((to) => `${from} → ${to}`),
  )
  expect(upward).toEqual([])
})

function findCirclesOf(files: Readonly<Record<string, string>>): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-circles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return findFolderCircles(folder)
}

const upward = `import { b } from '../b/b.ts'`

describe('a circle is found', () => {
  test.each([
    ['of values', `export { a } from '../a/a.ts'`],
    ['of types', `import type { A } from '../a/a.ts'`],
    ['of a type in the text', `const a: import('../a/a.ts').A = 1`],
    ['of a dynamic import', `await import('../a/a.ts')`],
    ['of a side effect', `import '../a/a.ts'`],
    ['over a third folder', `import { c } from '../c/c.tsx'`],
    ['from a folder inside', '', `import { a } from '../../a/a.ts'`],
  ])('%s', (_name, text, inner = '') => {
    const circles = findCirclesOf({
      'a/a.ts': upward,
      'b/b.ts': text,
      'b/inner/d.ts': inner,
      'c/c.tsx': `import type { A } from '../a/a.ts'`,
    })
    expect(circles).toEqual([text.includes('c.tsx') ? ['a', 'b', 'c'] : ['a', 'b']])
  })

  test('and two circles are two', () => {
    const circles = findCirclesOf({
      'a/a.ts': upward,
      'b/b.ts': `import type { A } from '../a/a.ts'; import type { C } from '../c/c.ts'`,
      'c/c.ts': `import type { D } from '../d/d.ts'`,
      'd/d.ts': `import type { C } from '../c/c.ts'`,
    })
    expect(circles).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
})

test('tests, testing/ and files beside the folders make no circle', () => {
  const circles = findCirclesOf({
    'a/a.ts': upward,
    'b/b.test.ts': `import { a } from '../a/a.ts'`,
    'testing/t.ts': `import { a } from '../a/a.ts'`,
    'b/b.ts': `import { top } from '../top.ts'; import { t } from '../testing/t.ts'`,
    'top.ts': `import { a } from './a/a.ts'`,
  })
  expect(circles).toEqual([])
})
