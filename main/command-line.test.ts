import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandArguments } from './command-line.ts'

test.each([
  [['/opt/vitrine', 'mcp', '--workspace', 'Spring'], true, ['mcp', '--workspace', 'Spring']],
  [['electron', '.', 'key', 'list'], false, ['key', 'list']],
  [['electron', '.', 'restore', '--workspace', 'Spring'], false, ['restore', '--workspace', 'Spring']],
  [['/opt/vitrine', 'undo', '1'], true, ['undo', '1']],
  [['/opt/vitrine', '--version'], true, ['--version']],
  [['/opt/vitrine'], true, undefined],
  [['/opt/vitrine', '/c/mcp.vitrine'], true, undefined],
  [['/opt/vitrine', '--data=/x', 'mcp'], true, undefined],
])('%j (packaged: %j) is %j', (argv, isPackaged, expected) => {
  expect(commandArguments(argv, isPackaged)).toEqual(expected)
})

test('every command of the command line is one of the desktop program too', () => {
  const folder = join(import.meta.dirname, '../server/cli/commands')
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^  name: '([a-z -]+)'/gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !commandArguments(['/opt/vitrine', ...name.split(' ')], true))).toEqual([])
})
