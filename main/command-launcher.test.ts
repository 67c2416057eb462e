import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandHost, installCommand } from './command-launcher.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "vitrine's home-"))
})
afterEach(() => rmSync(home, { recursive: true }))

const hostOf = (more: Partial<CommandHost> = {}): CommandHost => ({
  platform: 'linux',
  program: [process.execPath, '-p', 'process.argv.slice(1).join()'],
  home,
  path: '/usr/bin',
  localAppData: undefined,
  ...more,
})

test('the command is installed, starts the program with its arguments, and is told where the PATH lacks it [surfaces.5.5]', () => {
  const bin = join(home, '.local/bin')
  expect(installCommand(hostOf())).toEqual({ file: join(bin, 'vitrine'), isOnPath: false })
  expect(installCommand(hostOf({ path: ['/usr/bin', bin].join(delimiter) }))).toMatchObject({
    isOnPath: true,
  })
  expect(execFileSync(join(bin, 'vitrine'), ['a b', "c'd"], { encoding: 'utf8' })).toBe("a b,c'd\n")
})

test('another program of that name stays [surfaces.5.5]', () => {
  installCommand(hostOf())
  const file = join(home, '.local/bin/vitrine')
  writeFileSync(file, '#!/bin/sh\necho mine\n')
  expect(installCommand(hostOf())).toEqual({ taken: file })
  expect(readFileSync(file, 'utf8')).toContain('mine')
})

test('Windows gets a script in the folder that its PATH has [surfaces.5.5]', () => {
  const program = [String.raw`C:\Programs\Vitrine\Vitrine.exe`]
  const outcome = installCommand(hostOf({ platform: 'win32', program, localAppData: home }))
  expect(outcome).toMatchObject({ file: join(home, 'Microsoft/WindowsApps/vitrine.cmd') })
  const script = 'file' in outcome ? readFileSync(outcome.file, 'utf8') : ''
  expect(script).toContain(String.raw`"C:\Programs\Vitrine\Vitrine.exe" %*`)
})
