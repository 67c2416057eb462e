import { expect, test } from 'vitest'
import { replacePart } from './bench-document.ts'

test('each part is replaced without the others, and stands in its place', () => {
  const server = replacePart('', 'server', '# Benchmark\n\nserver 1\n')
  const grid = replacePart(server, 'grid', 'grid 1')
  expect(grid).toBe('# Benchmark\n\nserver 1\n\n## The grid\n\ngrid 1\n')
  const all = replacePart(grid, 'large', 'large 1')
  expect(all).toBe('# Benchmark\n\nserver 1\n\n## 1,000,000 products\n\nlarge 1\n\n## The grid\n\ngrid 1\n')
  expect(replacePart(all, 'grid', 'grid 2')).toBe(all.replace('grid 1', 'grid 2'))
  expect(replacePart(all, 'large', 'large 2')).toBe(all.replace('large 1', 'large 2'))
  expect(replacePart(all, 'server', '# Benchmark\n\nserver 2\n')).toBe(all.replace('server 1', 'server 2'))
  const more = `${all}\n## Between whole runs\n\nby hand\n`
  expect(replacePart(more, 'grid', 'grid 2')).toBe(more.replace('grid 1', 'grid 2'))
})
