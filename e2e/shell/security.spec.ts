/** Tests the security checklist of the desktop, item by item, against the built program. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

const cli = join(import.meta.dirname, '../../server/cli/vitrine.mjs')

interface FetchResult {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function ask(url: string, init: RequestInit = {}): Promise<FetchResult> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function raw(origin: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

test.describe('the API', () => {
  test('1. it listens on the loopback address only and refuses to start on another', async ({
    runningShell: shell,
    folder,
  }) => {
    const { port } = new URL(await shell.origin())
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    for (const { address } of others.flatMap((other) => other ?? [])) {
      await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow()
    }
    const args = [cli, 'serve', '--host', '0.0.0.0', '--data', join(folder, 'd')]
    expect(() => execFileSync(process.execPath, args, { stdio: 'pipe' })).toThrow(/this computer only/)
  })

  test('2. Host: missing 400, foreign 403', async ({ runningShell: shell }) => {
    const origin = await shell.origin()
    const line = 'GET /api/v1/jobs HTTP/1.1'
    expect(await raw(origin, [line, 'Connection: close'])).toMatch(/^HTTP\/1.1 400/)
    expect(await raw(origin, [line, 'Host: rebound.example', 'Connection: close'])).toMatch(/^HTTP\/1.1 403/)
  })

  test('3. Origin: null and foreign are refused, cross-site too, and no answer allows an origin', async ({
    runningShell: shell,
  }) => {
    const url = `${await shell.origin()}/app/v1/session`
    for (const headers of [
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status, headers: answered } = await ask(url, { headers })
      expect(status).toBe(403)
      expect([...answered.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('4. every path of the API asks for a credential; none is taken from the query string', async ({
    runningShell: shell,
  }) => {
    const origin = await shell.origin()
    const { paths } = JSON.parse((await ask(`${origin}/docs/openapi.json`)).text) as {
      paths: Record<string, Record<string, unknown>>
    }
    const gets = Object.keys(paths).filter((path) => paths[path]?.['get'] !== undefined)
    expect(gets.length).toBeGreaterThan(10)
    for (const path of gets) {
      const { status, text } = await ask(`${origin}/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}?token=x&key=x`)
      expect([path, status]).toEqual([path, 401])
      expect(text).not.toMatch(/\bat .*\.(js|ts):\d+/)
    }
  })

  test('5. a write takes JSON and nothing that a form of another page could send', async ({
    runningShell: shell,
  }) => {
    const status = await shell.evaluate(async ({ page }) => {
      const window = await page()
      const workspace = new URL(window.url()).searchParams.get('workspace')!
      return window.evaluate(async (id) => {
        const answer = await fetch('/api/v1/products', {
          method: 'POST',
          headers: { 'content-type': 'text/plain', 'vitrine-workspace': id },
          body: '{"attributes":{}}',
        })
        return answer.status
      }, workspace)
    })
    expect(status).toBe(400)
  })

  test('6. no path leads out of the folder of the page, however it is spelled', async ({
    runningShell: shell,
  }) => {
    const origin = await shell.origin()
    for (const path of [
      '/..%2Fpackage.json',
      '/assets/..%2f..%2fserver/cli.js',
      '/%2e%2e/main/index.js',
      '/files/..%2F..%2Fvitrine.db',
    ]) {
      const answer = await raw(origin, [
        `GET ${path} HTTP/1.1`,
        `Host: ${new URL(origin).host}`,
        'Connection: close',
      ])
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d/)
    }
  })

  test('8. headers: a strict policy on pages, nothing sniffed, no referrer, nothing cached that holds a key', async ({
    runningShell: shell,
  }) => {
    const origin = await shell.origin()
    const { headers } = await ask(`${origin}/`)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect((await ask(`${origin}/session?ticket=x`)).headers.get('cache-control')).toBe('no-store')
    expect((await ask(`${origin}/api/v1/jobs`)).headers.get('cache-control')).toMatch(/no-cache|no-store/)
  })

  test('a script of the page that is not ours does not run', async ({ runningShell: shell }) => {
    const ran = await shell.evaluate(async ({ page }) => {
      const window = await page()
      return window.evaluate(async () => {
        const inline = document.createElement('script')
        inline.textContent = 'globalThis.ranInline = true'
        document.body.append(inline)
        const blocked = await fetch('https://example.invalid/').then(
          () => false,
          () => true,
        )
        return { inline: 'ranInline' in globalThis, blocked }
      })
    })
    expect(ran).toEqual({ inline: false, blocked: true })
  })
})

test('the session is in no place that the page, the disk or the log can show; what the program keeps is for the owner only, and keys as hashes', async ({
  copyFile,
  startShell,
  folder,
}) => {
  const data = join(folder, 'data')
  // Without the variable, the program keeps its compiled code in the data folder too.
  const shell = startShell([copyFile('Safe')], { env: { NODE_COMPILE_CACHE: undefined } })
  const origin = await shell.origin()

  await test.step('the token', async () => {
    const token = readFileSync(join(data, 'session.key'), 'utf8').trim()
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
    const inPage = await shell.evaluate(async ({ page }) => {
      const window = await page()
      return window.evaluate(() =>
        [
          document.documentElement.outerHTML,
          location.href,
          document.cookie,
          JSON.stringify({ ...localStorage }),
        ].join(),
      )
    })
    expect(inPage).not.toContain(token)
    const holding = filesBelow(data).filter((file) => textOf(file).includes(token))
    expect(holding).toEqual([join(data, 'session.key')])
  })

  await test.step('server.json and everything else in the data folder are for the owner only', async () => {
    await shell.evaluate(async ({ page }) =>
      (await page()).evaluate(async () => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ name: 'Made here', sample: false })
        await fetch('/app/v1/workspaces', { method: 'POST', headers, body })
      }),
    )
    const found = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as object
    expect(found).toEqual({
      origin,
      pid: expect.any(Number),
      version: expect.any(String),
      key: expect.stringMatching(/^\d+:\d+$/),
    })
    const files = filesBelow(data)
    expect(files).toContain(join(data, 'workspaces/made-here.vitrine'))
    expect(files.filter((file) => ((lookAt(file)?.mode ?? 0) & 0o077) !== 0)).toEqual([])
    expect(statSync(data).mode & 0o077).toBe(0)
  })

  await test.step('7. a key of a script is stored as a hash only', async () => {
    const args = [cli, 'key', 'create', '--workspace', 'Safe', '--scopes', 'read', '--json', '--data', data]
    const { key } = JSON.parse(String(execFileSync(process.execPath, args))) as { key: string }
    await shell.quit()
    for (const file of filesBelow(folder)) expect(textOf(file).includes(key)).toBe(false)
  })

  expect(existsSync(join(data, 'server.json'))).toBe(false)
})

test.describe('the windows', () => {
  test('pages run in the sandbox, apart from the preload script, and without Node or webviews', async ({
    runningShell: shell,
  }) => {
    const seen = await shell.evaluate(async ({ app, page, BrowserWindow }) => {
      const window = await page()
      return {
        isSandboxEnabled: app.isSandboxEnabled,
        preferences: BrowserWindow.getAllWindows()[0]!.options.webPreferences,
        node: await window.evaluate(() => 'require' in globalThis || 'process' in globalThis),
      }
    })
    expect(seen).toMatchObject({ isSandboxEnabled: true, node: false })
    expect(seen.preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  test('a webview is never attached', async ({ runningShell: shell }) => {
    const isPrevented = await shell.evaluate(({ BrowserWindow }) => {
      let isPrevented = false
      const event = { preventDefault: () => (isPrevented = true) }
      BrowserWindow.getAllWindows()[0]!.webContents.emit('will-attach-webview', event, {}, {})
      return isPrevented
    })
    expect(isPrevented).toBe(true)
  })

  test('permissions are refused when asked for and when looked up; devices always', async ({
    runningShell: shell,
  }) => {
    const origin = await shell.origin()
    const answers = await shell.evaluate(({ permissions }, ours) => {
      const names = ['media', 'geolocation', 'notifications', 'openExternal', 'hid', 'serial', 'fullscreen']
      const asked: Record<string, boolean> = {}
      for (const name of names) {
        const contents = { getURL: () => ours } as never
        permissions.request!(contents, name as never, (isAllowed) => (asked[name] = isAllowed), {
          requestingUrl: ours,
        } as never)
      }
      return { asked, device: permissions.device!({} as never), spelling: permissions.spelling }
    }, origin)
    expect(Object.entries(answers.asked).filter(([, isAllowed]) => isAllowed)).toEqual([['fullscreen', true]])
    expect(answers).toMatchObject({ device: false, spelling: false })
  })

  test('a download of a foreign page is stopped, one of our page asks where to', async ({
    runningShell: shell,
  }) => {
    const origin = await shell.origin()
    const stopped = await shell.evaluate(
      ({ askToDownload }, ours) =>
        ['https://example.invalid/x.exe', 'data:text/plain,x', `blob:${ours}/1`, `${ours}/x`].map((url) =>
          askToDownload(url),
        ),
      origin,
    )
    expect(stopped).toEqual([true, true, false, false])
  })

  test('a dropped file opens only as a workspace', async ({ runningShell: shell }) => {
    const refused = await shell.evaluate(async ({ page }) => {
      const window = await page()
      return window.evaluate(async () => {
        const { desktop } = globalThis as unknown as {
          desktop: { openDropped(file: object): Promise<unknown> }
        }
        const answers = []
        for (const file of [{ standInPath: '/etc/passwd' }, {}]) {
          answers.push(await desktop.openDropped(file).catch((error: Error) => error.message))
        }
        return answers
      })
    })
    for (const answer of refused) expect(answer).toContain('.vitrine')
  })
})

test('the fuses of the packaged program are set', () => {
  const config = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')
  const fuses = Object.fromEntries(
    [...config.split('electronFuses:')[1]!.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  expect(fuses).toEqual({
    runAsNode: 'false',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableCookieEncryption: 'true',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => lookAt(file)?.isFile())
    .filter((file) => !/stand-in\.(sock|lock)$/.test(file))
}

function lookAt(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
