import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { defaultDataFolder } from '#shared/data-folder.ts'
import { testServer } from '../testing/test-server.ts'
import { ownCommand } from './own-command.ts'

const program = {
  execPath: '/usr/bin/node',
  argv: ['/usr/bin/node', '/opt/vitrine.mjs', 'serve'],
  env: {},
  platform: 'linux',
  versions: {},
}
const desktop = { ...program, execPath: '/opt/Vitrine/vitrine', versions: { electron: '45' } }
const usual = defaultDataFolder('linux', {}, homedir())

test('a program is started by whole paths, however it was started itself [surfaces.5.5]', () => {
  const wordsOf = (one: Parameters<typeof ownCommand>[1]) => ownCommand(usual, one).program
  expect(wordsOf(program)).toEqual(['/usr/bin/node', '/opt/vitrine.mjs'])
  expect(wordsOf(desktop)).toEqual(['/opt/Vitrine/vitrine'])
  expect(wordsOf({ ...desktop, defaultApp: true })).toEqual(['/opt/Vitrine/vitrine', '/opt/vitrine.mjs'])
  const image = { ...desktop, env: { APPIMAGE: '/home/me/Vitrine.AppImage' } }
  expect(wordsOf(image)).toEqual(['/home/me/Vitrine.AppImage'])
  expect(ownCommand(usual, program).options).toEqual([])
})

test('the session tells it, with the data folder that the server has [surfaces.5.5]', async () => {
  await using server = await testServer()
  const { body } = await server.asOwner({ path: '/app/v1/session' })
  expect(body.data.command).toEqual({ program: ownCommand('').program, options: ['--data', server.dataDir] })
})
