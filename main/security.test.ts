import type { OnBeforeSendHeadersListenerDetails, Session } from 'electron'
import { expect, test } from 'vitest'
import { isAppUrl, isExternalUrl, isPermissionAllowed, protectSession, safeOpenExternal } from './security.ts'

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

function protectNoted() {
  type Listener = NonNullable<Parameters<Session['webRequest']['onBeforeSendHeaders']>[0]>
  const noted: { urls: string[]; listener?: Listener } = { urls: [] }
  const session = {
    webRequest: {
      onBeforeSendHeaders(filter: { urls: string[] }, listener: Listener) {
        Object.assign(noted, { urls: filter.urls, listener })
      },
    },
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setSpellCheckerEnabled() {},
    setDevicePermissionHandler() {},
    on() {},
  }
  protectSession(session as unknown as Session, { origin, sessionToken: 'secret' })
  return noted
}

test('the session goes to the API, the owner’s surface and the files, and to nothing else', () => {
  expect(protectNoted().urls).toEqual([`${origin}/api/v1/*`, `${origin}/app/v1/*`, `${origin}/files/*`])
})

test.each([
  ['our page', { frame: { url: `${origin}/?workspace=1` } }, true],
  ['a foreign frame', { frame: { url: 'https://example.invalid/' } }, false],
  ['an opaque frame', { frame: { url: 'about:srcdoc' } }, false],
  ['a frame that is gone, from our page', { frame: null, initiatorOrigin: origin }, true],
  [
    'a frame that is gone, from elsewhere',
    { frame: null, initiatorOrigin: 'https://example.invalid' },
    false,
  ],
  ['nobody', {}, false],
])('a request of %s', (_name, asker, isOurs) => {
  const { listener } = protectNoted()
  const details = {
    requestHeaders: { Accept: '*/*' },
    ...asker,
  } as unknown as OnBeforeSendHeadersListenerDetails
  let headers: unknown
  listener?.(details, (answer) => (headers = answer.requestHeaders))
  expect(headers).toEqual({ Accept: '*/*', ...(isOurs && { Authorization: 'Bearer secret' }) })
})
