import { expect, test } from 'vitest'
import { isAppUrl, isExternalUrl, isPermissionAllowed, safeOpenExternal } from './security.ts'

const origin = 'http://127.0.0.1:4417'

test.each([
  ['http://127.0.0.1:4417/', true],
  ['http://127.0.0.1:4417/?workspace=1', true],
  ['http://127.0.0.1:44170/', false],
  ['http://127.0.0.1/', false],
  ['http://localhost:4417/', false],
  ['https://127.0.0.1:4417/', false],
  ['http://127.0.0.1:4417@example.invalid/', false],
  ['http://example.invalid/?next=http://127.0.0.1:4417/', false],
  ['file:///127.0.0.1:4417/', false],
  ['data:text/html,http://127.0.0.1:4417', false],
  ['about:blank', false],
  ['', false],
  ['not a url', false],
])('is %j of the app: %j', (url, expected) => {
  expect(isAppUrl(url, origin)).toBe(expected)
})

test('before the server is there nothing is of the app', () => {
  expect(isAppUrl('about:blank', '')).toBe(false)
  expect(isAppUrl('file:///etc/passwd', '')).toBe(false)
})

test.each([
  ['https://example.com/', true],
  ['http://example.com/', true],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['smb://host/share', false],
  ['vscode://x', false],
  ['', false],
])('%j may be handed to the system: %j', async (url, expected) => {
  const opened: string[] = []
  await safeOpenExternal({ openExternal: async (address) => void opened.push(address) }, url)
  expect(isExternalUrl(url)).toBe(expected)
  expect(opened).toEqual(expected ? [url] : [])
})

test.each([
  ['clipboard-sanitized-write', `${origin}/`, true],
  ['fullscreen', `${origin}/`, true],
  ['clipboard-read', `${origin}/`, false],
  ['geolocation', `${origin}/`, false],
  ['openExternal', `${origin}/`, false],
  ['fullscreen', 'https://example.invalid/', false],
])('%s for %s: %j', (permission, url, expected) => {
  expect(isPermissionAllowed(permission, url, origin)).toBe(expected)
})
