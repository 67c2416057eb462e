import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeProvider } from '../providers/testing/fake-provider.ts'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

const secret = 'sk-do-not-show-me-0123456789'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-provider-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a provider is added, tested, listed and removed [CLI-11]', async () => {
  const data = ['--data', await servedFolder('cli-provider')]
  const fake = await startFakeProvider({ answer: () => ({ fruit: 'quince', count: 6 }), models: ['small'] })
  onTestFinished(() => fake.close())
  const local = ['--kind', 'openai_compatible', '--base-url', fake.origin, '--model', 'small']
  const added = await runVitrine(['provider', 'add', 'Local', ...local, ...data])
  expect(added).toMatchObject({
    code: 0,
    last: { name: 'Local', is_default: true, has_key: false, price: null },
  })
  const hosted = ['--kind', 'openai', '--model', 'gpt-4o-mini', '--key-env', 'NO_SUCH_API_KEY', '--default']
  const priced = ['--price-input', '1', '--price-output', '2.5']
  const second = await runVitrine(['provider', 'add', 'Hosted', ...hosted, ...priced, ...data])
  expect(second.last).toMatchObject({ is_default: true, price: { input: 1, output: 2.5, source: 'owner' } })
  expect((await runVitrine(['provider', 'list', ...data])).lines.map(({ name }) => name)).toEqual([
    'Local',
    'Hosted',
  ])
  const tested = await runVitrine(['provider', 'test', 'local', ...data])
  expect(tested).toMatchObject({
    code: 0,
    last: { ok: true, structured_output: 'json_schema', models: ['small'] },
  })
  const keyless = await runForPeople(['provider', 'test', 'Hosted', ...data])
  expect(keyless).toMatchObject({ code: 1, stdout: '' })
  expect(keyless.stderr).toContain('NO_SUCH_API_KEY')
  expect((await runVitrine(['provider', 'remove', 'Hosted', ...data])).code).toBe(0)
  const left = await runForPeople(['provider', 'list', ...data])
  expect(left.stdout).toBe(
    `Local  (openai_compatible, ${fake.origin}/v1, small, without a key, price not known, default)\n`,
  )
}, 60_000)

test.each([
  [['--kind', 'mistral'], 'The kinds are'],
  [[], 'Name the kind'],
  [['--kind', 'openai_compatible'], 'http://127.0.0.1:11434'],
  [['--kind', 'openai', '--price-input', 'x'], 'such as 0.25'],
  [['--kind', 'openai', '--key-env', 'A', '--key-stdin'], 'not both'],
])('wrong usage says what is right: %j [CLI-11]', async (args, said) => {
  const { code, stderr } = await runForPeople(['provider', 'add', 'X', ...args, '--data', makeFolder()])
  expect(code).toBe(2)
  expect(stderr).toContain(said)
})

test('a key comes by standard input and is printed nowhere [CLI-11]', async () => {
  const data = makeFolder()
  const program = join(import.meta.dirname, 'vitrine.mjs')
  const args = ['provider', 'add', 'Hosted', '--kind', 'anthropic', '--key-stdin', '--json', '--data', data]
  const run = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
  run.stdin.end(`${secret}\n`)
  const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')])
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toMatchObject({ name: 'Hosted', has_key: true })
  expect(printed).not.toContain(secret)
  const { id } = JSON.parse(printed) as { id: string }
  const { provider } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))
  expect(provider).toEqual({ [id]: { plain: secret } })
}, 60_000)
