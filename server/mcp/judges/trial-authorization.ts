/**
 * Runs every scenario of the authorization part of the official conformance suite against the real server.
 * The suite prints an address to open in a browser; the trial opens it as the owner and allows the
 * request. Nothing may fail.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Agent, Browser, follow, readForm } from '../../testing/oauth-agent.ts'
import { testServer } from '../../testing/test-server.ts'
import { freePort } from '../../testing/free-port.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

async function allow(appUrl: string, address: string): Promise<void> {
  const browser = new Browser()
  await browser.open(appUrl)
  const page = await browser.open(address)
  const fields = readForm(page)
  fields.set('decision', 'approve')
  const { url } = await follow(browser, await browser.submit(page, fields))
  await fetch(url)
}

await using server = await testServer()
const { origin } = server.server
const port = await freePort()
const { client, resource } = await Agent.connect(`${origin}/mcp`, {
  redirect_uris: [`http://127.0.0.1:${port}/callback`],
})
const args = ['authorization', '--url', origin, '--client-id', client.client_id, '--resource', resource]
const child = spawn(process.execPath, [suite, ...args, '--port', String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
let isAllowed = false
child.stdout.on('data', (chunk) => {
  output += String(chunk)
  process.stdout.write(chunk)
  const [address] = /http\S+\/oauth\/authorize\?\S+(?=\n)/.exec(output) ?? []
  if (address === undefined || isAllowed) return
  isAllowed = true
  void allow(server.server.appUrl(), address)
})
const code = await new Promise<number>((resolve) => {
  child.on('exit', (code) => resolve(code ?? 1))
})
process.exitCode = code === 0 && isAllowed ? 0 : 1
