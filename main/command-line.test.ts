import { expect, test } from 'vitest'
import { commandLineFrom } from './command-line.ts'

test.each([
  [['/opt/vitrine', 'mcp', '--workspace', 'Spring'], true, ['mcp', '--workspace', 'Spring']],
  [['electron', '.', 'key', 'list'], false, ['key', 'list']],
  [['/opt/vitrine', '--version'], true, ['--version']],
  [['/opt/vitrine'], true, undefined],
  [['/opt/vitrine', '/c/mcp.vitrine'], true, undefined],
  [['/opt/vitrine', '--data=/x', 'mcp'], true, undefined],
])('%j (packaged: %j) is %j', (argv, isPackaged, expected) => {
  expect(commandLineFrom(argv, isPackaged)).toEqual(expected)
})
