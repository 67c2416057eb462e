/** Other programs read these: the dashboard, the alert rules, the filter of fail2ban, and lines of the log. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'
import { teamServer } from '../testing/team-server.ts'
import { testServer } from '../testing/test-server.ts'

const root = join(import.meta.dirname, '../../docs/team')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const namesIn = (expression: string): string[] =>
  expression.match(/\b(?:vitrine|process|nodejs)_[a-z0-9_]+/g) ?? []

interface Panel {
  readonly targets: readonly { readonly expr: string }[]
}
interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string }
}

test('every metric of the dashboard and of the alert rules is there from the start, and so is each reason [TEAM-17]', async () => {
  await using server = await teamServer({ watching: { measuresAtOnce: true } })
  const { text } = await server.send({ path: '/metrics' })
  const known = new Set(text.match(/^# TYPE (\S+)/gm)?.map((line) => line.slice('# TYPE '.length)))
  const { panels } = JSON.parse(read('grafana.json')) as { readonly panels: readonly Panel[] }
  const { groups } = parse(read('alerts.yaml')) as {
    readonly groups: readonly { readonly rules: readonly AlertRule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const expressions = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr)
  const named = new Set(expressions.flatMap(namesIn))
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
  expect(rules.every(({ annotations }) => annotations.summary.endsWith('.'))).toBe(true)
  expect(text).toContain('vitrine_health_failures{reason="disk_nearly_full"} 0')
  // The invitation of the first owner was accepted before anybody asked.
  expect(text).toMatch(
    /vitrine_http_requests_total\{method="POST",route="\/app\/v1\/invitations\/accept",status="204"\} 1/,
  )
})

test('what they measure: sizes, room, people, open workspaces, backups and refused sign-ins [TEAM-17]', async () => {
  await using server = await teamServer({ watching: { measuresAtOnce: true } })
  const path = `/app/v1/workspaces/${server.workspace.id}/backups`
  await server.owner.post(path)
  await server.owner.signIn('sam@example.com', 'not the password at all')
  const { text } = await server.send({ path: '/metrics' })
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    )
  const { id } = server.workspace
  expect(value('vitrine_failed_sign_ins_total')).toBe(1)
  expect(value('vitrine_open_workspaces')).toBe(1)
  expect(value('vitrine_people_online')).toBe(0)
  expect(value(`vitrine_database_bytes{database="${id}"}`)).toBeGreaterThan(10_000)
  expect(value('vitrine_database_bytes{database="vitrine.db"}')).toBeGreaterThan(10_000)
  expect(value(`vitrine_last_backup_age_seconds{workspace="${id}"}`)).toBeLessThan(60)
  expect(text).toMatch(/vitrine_disk_free_bytes\{folder=".+"\} \d/)
})

test('a refused sign-in is a line that the filter of fail2ban matches, also while the name is locked [TEAM-18]', async () => {
  const server = await teamServer()
  for (let tries = 0; tries < 12; tries += 1)
    await server.owner.signIn('sam@example.com', 'not the password at all')
  await server.owner.signIn('nobody@example.com"} injected', 'x'.repeat(20))
  const file = join(server.dataDir, 'logs/server.log')
  const lines = () => readFileSync(file, 'utf8').split('\n')
  await expect.poll(() => lines().filter((line) => line.includes('sign_in_failed')).length).toBe(13)
  const [, failregex = ''] = /^failregex = (.*)$/m.exec(read('fail2ban-filter.conf')) ?? []
  const pattern = new RegExp(failregex.replace('<ADDR>', String.raw`([\d.:a-f]+)`))
  const found = lines().flatMap((line) => pattern.exec(line)?.[1] ?? [])
  expect(found).toEqual(Array.from({ length: 13 }, () => '127.0.0.1'))
  expect(lines().join('')).toContain('"person":"Sam","reason":"locked"')
  expect(lines().join('')).not.toContain('not the password')
  expect(lines().join('')).not.toContain('injected')
  await server[Symbol.asyncDispose]()
})

test('requests are lines with id, person and milliseconds where that is asked for, and the start says the version [TEAM-18]', async () => {
  await using server = await testServer({ watching: { logsRequests: true } })
  await server.get('/products?limit=1', { 'x-request-id': 'asked-by-a-test' })
  const lines = () =>
    readFileSync(join(server.dataDir, 'logs/server.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  await expect
    .poll(() => lines().find((line) => line['request_id'] === 'asked-by-a-test'))
    .toMatchObject({
      event: 'request',
      method: 'GET',
      path: '/api/v1/products',
      status: 200,
      person: 'test',
      ms: expect.any(Number),
      address: '127.0.0.1',
    })
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'Vitrine serves', version: expect.stringMatching(/^\d+\./) }),
  )
})

test.each([
  ['under systemd, which names the stream', (stream: string) => ({ JOURNAL_STREAM: stream })],
  ['in a container, by its image', () => ({ VITRINE_LOG: '-' })],
])('the log goes to standard output as JSON %s [TEAM-18]', async (_title, variables) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const journal = join(folder, 'journal')
  const output = openSync(journal, 'a')
  const { dev, ino } = fstatSync(output, { bigint: true })
  const program = join(import.meta.dirname, '../cli/vitrine.mjs')
  const args = [program, 'serve', '--port', '0', '--data', join(folder, 'data')]
  const env = { ...process.env, ...variables(`${dev}:${ino}`) }
  const server = spawn(process.execPath, args, { stdio: ['ignore', output, 'ignore'], env })
  const starts = () =>
    readFileSync(journal, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"msg":"Vitrine serves"'))
  await expect.poll(() => starts().length, { timeout: 30_000 }).toBe(1)
  expect(JSON.parse(starts()[0] ?? '')).toMatchObject({ version: expect.any(String), level: 30 })
  server.kill()
  await once(server, 'exit')
})
