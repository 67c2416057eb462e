import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { viewRoutes } from '#shared/routes/views.ts'
import type { Handlers } from './area.ts'

test('a row without a handler does not compile', () => {
  // Were one of the handlers optional, the type would be `true`.
  const mayMissAll: object extends Handlers<typeof viewRoutes> ? true : false = false
  type AllButOne = Omit<Handlers<typeof viewRoutes>, 'GET /views'>
  const mayMissOne: AllButOne extends Handlers<typeof viewRoutes> ? true : false = false
  expect([mayMissAll, mayMissOne]).toEqual([false, false])
})

test('the page takes types of routes and no row', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(100)
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const taking = files.filter((file) =>
    /^import (?!type\b)[^}]*\} from '#shared\/routes\/(?!call\.ts)/m.test(read(file)),
  )
  expect(taking).toEqual([])
  expect(read('shared/routes/call.ts')).not.toMatch(/^import (?!type\b)/m)
})
