import { expect } from '@playwright/test'
import { bridgeCalls } from './bridge-calls.ts'
import { test } from './fixtures.ts'

test('the window shows the app, and its requests carry a session that the page cannot see', async ({
  shell,
}) => {
  const seen = await shell.evaluate(async ({ page }) => {
    const window = await page()
    await window.getByRole('grid').waitFor()
    return {
      statuses: await window.evaluate(() =>
        Promise.all(['/app/v1/session', '/api/v1/jobs'].map(async (path) => (await fetch(path)).status)),
      ),
      hrefs: await window.evaluate(() => [
        location.href,
        document.cookie,
        JSON.stringify({ ...localStorage }),
      ]),
      cookies: await window.context().cookies(),
      bridge: await window.evaluate(() =>
        Object.keys((globalThis as unknown as { desktop: object }).desktop),
      ),
    }
  })
  expect(seen.statuses).toEqual([200, 400])
  expect(seen.cookies).toEqual([])
  expect(seen.hrefs.join(' ')).not.toMatch(/token|ticket|bearer/i)
  expect(seen.bridge.sort()).toEqual(bridgeCalls)
})

test('the server refuses what does not come from the app: no session, a foreign Host, a foreign Origin', async ({
  runningShell: shell,
}) => {
  const origin = await shell.origin()
  const path = '/app/v1/session'
  const asked = [
    await statusOf(origin, path, {}),
    await statusOf(origin, path, { host: 'evil.example' }),
    await statusOf(origin, path, { origin: 'https://evil.example' }),
  ]
  expect(asked).toEqual([401, 403, 403])
})

test('a new window is denied and handed to the system; other schemes go nowhere', async ({ shell }) => {
  const { opened, windows } = await shell.evaluate(async ({ page, record, until, BrowserWindow }) => {
    const window = await page()
    await window.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://example.invalid/a'
      link.target = '_blank'
      document.body.append(link)
      link.click()
      open('https://example.invalid/b')
    })
    await until(() => record.opened.length >= 2, 'both links to be handed over')
    return { opened: record.opened.sort(), windows: BrowserWindow.getAllWindows().length }
  })
  expect(opened).toEqual(['https://example.invalid/a', 'https://example.invalid/b'])
  expect(windows).toBe(1)
})

const foreign = [
  'https://example.invalid/',
  'http://127.0.0.1.example.invalid/',
  'http://localhost:1/',
  'data:text/html,<h1>x',
]

test('the page stays in the app whatever it is told to open', async ({ runningShell: shell }) => {
  for (const url of foreign) {
    const [before, after] = await shell.evaluate(async ({ page }, target) => {
      const window = await page()
      const address = window.url()
      const refused = target.startsWith('data:')
        ? window.waitForEvent('console')
        : window.waitForEvent('requestfailed')
      await window.evaluate((url) => void (location.href = url), target).catch(() => {})
      await refused
      return [address, window.url()]
    }, url)
    expect(after).toBe(before)
  }
})

test('permissions are refused except copying and full screen, and those only to the app', async ({
  runningShell: shell,
}) => {
  const origin = await shell.origin()
  const answer = await shell.evaluate(({ permissions }, ours) => {
    const check = (permission: string, from: string): boolean =>
      permissions.check!(null, permission as never, from, {} as never)
    return {
      ours: ['clipboard-sanitized-write', 'fullscreen', 'geolocation', 'media', 'clipboard-read'].map(
        (name) => check(name, ours),
      ),
      foreign: check('fullscreen', 'https://example.invalid'),
    }
  }, origin)
  expect(answer).toEqual({ ours: [true, true, false, false, false], foreign: false })
})

async function statusOf(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject).end()
  })
}
