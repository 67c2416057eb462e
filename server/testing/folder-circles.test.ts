import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { explainArrows } from './import-rules.ts'
import { findFolderCircles, listArrowsUp, readArrows } from './folder-circles.ts'

const root = join(import.meta.dirname, '../..')

test.each([
  'renderer',
  'renderer/grid',
  'server',
  'server/catalog',
  'server/catalog/imports',
  'server/store',
  'server/cluster',
])('no folders of %s import each other in a circle', (dir) => {
  expect(findFolderCircles(join(root, dir))).toEqual([])
})

function readFloors(readme: string, lowest: string): string[][] {
  const line =
    readFileSync(join(root, readme), 'utf8').match(new RegExp(`^\`${lowest}\`.*<.*$`, 'm'))?.[0] ?? ''
  return line.split(' < ').map((floor) => [...floor.matchAll(/[a-z-]+/g)].map(([folder]) => folder))
}

describe('folders import along the order that a README tells', () => {
  test.each([
    ['renderer', 'renderer/README.md', 'ui'],
    ['renderer/grid', 'renderer/README.md', 'model'],
    ['server', 'server/README.md', 'store'],
    ['server/catalog', 'server/catalog/README.md', 'events'],
    ['server/catalog/imports', 'server/catalog/imports/README.md', 'recognise'],
    ['server/store', 'server/store/README.md', 'database'],
    ['server/cluster', 'server/cluster/README.md', 'database'],
  ])('in %s', (dir, readme, lowest) => {
    const floors = readFloors(readme, lowest)
    const arrows = readArrows(join(root, dir))
    expect(floors.flat().sort()).toEqual([...arrows.keys()].sort())
    expect(explainArrows(dir, readme, listArrowsUp(arrows, floors))).toEqual([])
  })

  test('and an arrow up or sideways is told, of a type and at run time too', () => {
    const folder = writeFolder({
      'a/a.ts': `const c = await import('../c/c.ts')`,
      'b/b.ts': `import type { A } from '../a/a.ts'; const d: import('../d/d.ts').D = 1`,
      'c/c.ts': `import { b } from '../b/b.ts'`,
      'd/d.ts': '',
    })
    expect(listArrowsUp(readArrows(folder), [['a'], ['b', 'd'], ['c']])).toEqual(['a → c', 'b → d'])
  })
})

function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-circles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function findCirclesOf(files: Readonly<Record<string, string>>): string[][] {
  return findFolderCircles(writeFolder(files))
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
