import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

const script = join(import.meta.dirname, '../../main/start.mjs')

test('npm start without a display says so in one line, prints the address of the app, and ends with Ctrl+C', async ({
  folder,
}) => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env
  test.skip(process.platform !== 'linux', 'Only Linux starts without a display.')
  const child = spawn(process.execPath, [script, '--data', folder], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const found = /^Open (http:\S+)$/m.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error(said)))
  })
  expect(said).toMatch(/^There is no display for a window\. .*browser.*$/m)

  const opened = await fetch(address, { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await fetch(new URL('/app/v1/session', address), { headers: { cookie } })
  const { data } = (await session.json()) as { data: { workspaces: { name: string }[] } }
  expect(data.workspaces.map(({ name }) => name)).toEqual(['Sample catalog'])

  child.kill('SIGINT')
  expect(await ended).toBe(0)
})
