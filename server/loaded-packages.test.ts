import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * Packages that are slow to load or large in memory, and needed only for imports, sources, agents, samples
 * and tools.
 */
const heavy = [
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@modelcontextprotocol/server',
  '@zxcvbn-ts/core',
  '@mozilla/readability',
  'ai',
  'cheerio',
  'csv-parse',
  'hucre',
  'iconv-lite',
  'linkedom',
  'nodemailer',
  'oidc-provider',
  'openid-client',
  'otpauth',
  'parse5',
  'prom-client',
  'qrcode',
  're2js',
  'sharp',
  'turndown',
  'undici',
  'unpdf',
]

test('a server that has only answered lists has loaded none of the heavy packages, in no thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const noted = join(folder, 'packages.txt')
  const data = join(folder, 'data')
  const hook = join(import.meta.dirname, 'testing/note-packages.ts')
  const program = join(import.meta.dirname, 'cli/vitrine.mjs')
  const run = (...args: string[]) =>
    spawn(process.execPath, ['--import', hook, program, ...args, '--json', '--data', data], {
      env: { ...process.env, PACKAGES: noted },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  await once(run('workspace', 'create', 'Light'), 'exit')
  const made = run('key', 'create', '--workspace', 'Light')
  const key = (JSON.parse(await firstLine(made)) as { key: string }).key
  await once(made, 'exit')
  rmSync(noted)

  const server = run('serve', '--port', '0')
  const { base_url: base } = JSON.parse(await firstLine(server)) as { base_url: string }
  const answer = await fetch(`${base}/products`, { headers: { authorization: `Bearer ${key}` } })
  server.kill('SIGTERM')
  await once(server, 'exit')

  expect(answer.status).toBe(200)
  const loaded = new Set(readFileSync(noted, 'utf8').split('\n'))
  expect([...loaded]).toEqual(expect.arrayContaining(['better-sqlite3']))
  expect(heavy.filter((name) => loaded.has(name))).toEqual([])
  // These are bundled: otherwise hundreds of their files would be read one by one.
  expect(
    ['drizzle-orm', 'fastify', 'avvio', 'find-my-way', 'semver', 'pino'].filter((name) => loaded.has(name)),
  ).toEqual([])
}, 60_000)

async function firstLine({ stdout }: ReturnType<typeof spawn>): Promise<string> {
  let text = ''
  for await (const chunk of stdout!) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}
