import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setStartAtLogin } from './relaunch.ts'

let configFolder: string
beforeEach(() => (configFolder = mkdtempSync(join(tmpdir(), 'vitrine-login-'))))
afterEach(() => rmSync(configFolder, { recursive: true }))

const command = ['/opt/My "Vitrine"/vitrine', '--data=/x/50%']

test('on Linux a desktop file starts the app without a window, and goes again', () => {
  const file = join(configFolder, 'autostart/vitrine.desktop')
  const app = { setLoginItemSettings: () => expect.unreachable() }
  setStartAtLogin(app, { platform: 'linux', configFolder, command }, true)
  expect(readFileSync(file, 'utf8')).toContain(
    String.raw`Exec="/opt/My \"Vitrine\"/vitrine" "--data=/x/50%%" "--hidden"`,
  )
  setStartAtLogin(app, { platform: 'linux', configFolder, command }, false)
  expect(existsSync(file)).toBe(false)
})

test.each([true, false])('elsewhere the system is told: %s', (isTurnedOn) => {
  const applied: unknown[] = []
  const app = { setLoginItemSettings: (settings: unknown) => void applied.push(settings) }
  setStartAtLogin(app, { platform: 'win32', configFolder, command }, isTurnedOn)
  expect(applied).toEqual([{ openAtLogin: isTurnedOn, path: command[0], args: [command[1], '--hidden'] }])
})
