import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataFolder } from '#shared/data-folder.ts'
import { dataFolderFrom } from './first-start.ts'

test.each([
  [['--data', '/x/shop'], '/x/shop'],
  [['electron', '.', '--data=/x/shop', 'a.vitrine'], '/x/shop'],
])('%j names %s', (argv, expected) => {
  expect(dataFolderFrom(argv, {})).toBe(resolve(expected))
})

test('without --data it is the place of the platform', () => {
  expect(dataFolderFrom(['electron', '.'], { ...process.env, XDG_DATA_HOME: '/x' })).toMatch(/vitrine$/i)
  expect(defaultDataFolder('linux', { XDG_DATA_HOME: '/xdg' }, '/home/ada')).toBe('/xdg/vitrine')
  expect(defaultDataFolder('linux', {}, '/home/ada')).toBe('/home/ada/.local/share/vitrine')
  expect(defaultDataFolder('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/Vitrine')
  expect(defaultDataFolder('win32', { APPDATA: 'C:\\A' }, 'C:\\U')).toBe('C:\\A\\Vitrine')
})
