import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { goodPassword, TestBrowser, teamServer, tokenOf } from '../testing/team-server.ts'

test('people are invited, listed, disabled and given new passwords, beside the server and without it [ACCOUNT-10]', async () => {
  const server = await teamServer()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const data = ['--data', server.dataDir]
  const invited = await runVitrine([
    'user',
    'invite',
    'ana@example.com',
    '--workspace',
    'test',
    '--role',
    'editor',
    ...data,
  ])
  expect(invited.last).toEqual({
    email: 'ana@example.com',
    link: expect.stringMatching(new RegExp(`^${server.server.origin}/#invitation=[\\w-]{43}$`)) as string,
    mailed: false,
  })
  const pending = { state: 'invited', email: 'ana@example.com', role: 'editor', workspace: 'Test' }
  const waiting = await runVitrine(['user', 'list', ...data])
  expect(waiting.lines).toMatchObject([{ state: 'active', email: 'sam@example.com' }, pending])
  const inDays = (Date.parse(String(waiting.last['expires_at'])) - Date.now()) / 86_400_000
  expect(inDays).toBeCloseTo(7, 2)
  expect((await runForPeople(['user', 'list', '--workspace', 'test', ...data])).stdout).toMatch(
    /\nana@example\.com {2}invited {2}\(editor in Test, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\)\n$/,
  )
  const ana = new TestBrowser(server)
  const account = { token: tokenOf(String(invited.last['link'])), name: 'Ana', password: goodPassword }
  expect((await ana.post('/app/v1/invitations/accept', account)).status).toBe(204)

  const listed = await runVitrine(['user', 'list', ...data])
  expect(listed.lines).toMatchObject([
    { email: 'sam@example.com', is_administrator: true },
    { email: 'ana@example.com', is_administrator: false, is_disabled: false },
  ])
  const members = await runForPeople(['user', 'list', '--workspace', 'test', ...data])
  expect(members.stdout).toMatch(
    /^sam@example.com {2}Sam {2}\(owner, administrator, last seen \d{4}-\d\d-\d\d\)\nana@/,
  )

  expect((await runVitrine(['user', 'disable', 'Ana@example.com', ...data])).last).toMatchObject({
    is_disabled: true,
  })
  expect((await ana.get('/app/v1/me')).status).toBe(401)
  expect((await ana.signIn('ana@example.com')).status).toBe(401)

  await server.server.close()
  expect((await runVitrine(['user', 'enable', 'ana@example.com', ...data])).last).toMatchObject({
    is_disabled: false,
  })
  const reset = await runVitrine(['user', 'reset-password', 'ana@example.com', ...data])
  expect(reset.last['link']).toMatch(new RegExp(`^${server.server.origin}/#reset=[\\w-]{43}$`))
  const codes = await runForPeople(['user', 'reset-codes', 'ana@example.com', ...data])
  expect([codes.code, codes.stderr]).toEqual([1, expect.stringContaining('asks for no codes')])
})

test('a folder that never served a team has no links, and wrong usage is told [ACCOUNT-10]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-user-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = ['--data', folder]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const invite = ['user', 'invite', 'ana@example.com', '--workspace', 'Shop']
  const early = await runForPeople([...invite, '--role', 'editor', ...data])
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('vitrine serve --team')])
  expect((await runVitrine(['user', 'list', ...data])).lines).toEqual([])
  const wrong = await runForPeople([...invite, '--role', 'boss', ...data])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('owner, manager, editor')])
  expect((await runForPeople(['user', 'disable', 'nobody@example.com', ...data])).code).toBe(1)
})
