import { expect, test } from 'vitest'
import { replacePart } from './bench-document.ts'

test('each part is replaced without the other', () => {
  const first = replacePart('', 'server', '# Benchmark\n\nserver 1\n')
  const both = replacePart(first, 'grid', 'grid 1')
  expect(both).toBe('# Benchmark\n\nserver 1\n\n## The grid\n\ngrid 1\n')
  expect(replacePart(both, 'grid', 'grid 2')).toBe('# Benchmark\n\nserver 1\n\n## The grid\n\ngrid 2\n')
  expect(replacePart(both, 'server', '# Benchmark\n\nserver 2\n')).toBe(
    '# Benchmark\n\nserver 2\n\n## The grid\n\ngrid 1\n',
  )
})
