import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findElectron, hasDisplay } from './find-electron.ts'

afterEach(() => vi.unstubAllEnvs())

test.runIf(process.platform === 'linux')(
  'ELECTRON_OVERRIDE_DIST_PATH names the folder of the program',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-electron-'))
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder)
    expect(findElectron()).toBeUndefined()
    writeFileSync(join(folder, 'electron'), '')
    expect(findElectron()).toBe(join(folder, 'electron'))
    rmSync(folder, { recursive: true })
  },
)

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
])('a display on %s with %j: %j', (platform, env, expected) => {
  expect(hasDisplay(platform, env)).toBe(expected)
})
