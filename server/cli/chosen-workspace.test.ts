import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

test('the workspace comes from the option, the environment or what is used, in this order [CLI-23]', async () => {
  const folder = await servedFolder('cli-context')
  vi.stubEnv('VITRINE_DATA', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  for (const name of ['Spring', 'Summer', 'Autumn']) await runVitrine(['workspace', 'create', name])
  const here = async (...words: string[]) => (await runVitrine(['me', ...words])).last['workspace']

  expect((await runForPeople(['me'])).code).toBe(2)
  expect((await runForPeople(['use'])).stdout).toContain('No workspace is used')
  expect((await runForPeople(['use', 'summer'])).stdout).toBe(
    'Commands work in "Summer" where none is named.\n',
  )
  expect(await here()).toMatchObject({ name: 'Summer' })
  expect((await runVitrine(['use'])).last['workspace']).toMatchObject({ name: 'Summer' })
  vi.stubEnv('VITRINE_WORKSPACE', 'Autumn')
  expect(await here()).toMatchObject({ name: 'Autumn' })
  expect(await here('-w', 'Spring')).toMatchObject({ name: 'Spring' })
  expect(await runForPeople(['restore', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--workspace'),
  })
  vi.stubEnv('VITRINE_WORKSPACE', '')
  await runForPeople(['use', '--none'])
  expect((await runForPeople(['me'])).code).toBe(2)

  const mistyped = await runForPeople(['use', 'Sumer'])
  expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "Summer"?') })
  const to = join(folder, 'out.csv')
  await runForPeople(['import', '-', '-w', 'Spring', '-t', 'vendor'], 'name\nNordlys\n')
  const quiet = await runForPeople(['export', '-w', 'Spring', '-t', 'vendor', '-o', to, '-q'])
  expect(quiet.code).toBe(0)
})

test.each([
  [['lsit', 'product'], 'Did you mean list?'],
  [['jobs', 'cancle', 'x', 'y'], 'Usage: vitrine jobs'],
  [['channel', 'lst'], 'Did you mean channel list?'],
  [['list', 'product', '--feilds', 'sku'], 'Did you mean --fields?'],
  [['list', 'product', '--format', 'jsnol'], 'Did you mean jsonl?'],
  [['export', '--type', 'prodct'], 'Did you mean product?'],
  [['import', 'x.csv', '--misfits', 'rwo'], 'Did you mean row?'],
])('%j is answered with what was probably meant [CLI-24]', async (words, meant) => {
  const { code, stderr } = await runForPeople(words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(meant)])
})

test('shells complete commands, options and types by the printed script [CLI-24]', async () => {
  const script = async (shell: string) => (await runForPeople(['completion', shell])).stdout
  expect(await script('fish')).toContain("-l workspace -s w -x -a '(vitrine workspace list")
  expect(await script('zsh')).toContain('bashcompinit')
  expect((await runForPeople(['completion', 'bsah'])).stderr).toContain('Did you mean bash?')
  if (process.platform === 'win32') return

  const file = join(await servedFolder('cli-completion'), 'vitrine.bash')
  const workspaces = `vitrine() { echo '{"id":"1","name":"Spring sale"}'; echo '{"id":"2","name":"Summer"}'; }`
  writeFileSync(file, `${await script('bash')}\n${workspaces}\n`)
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        'source "$0"; COMP_WORDS=(vitrine "$@"); COMP_CWORD=$#; _vitrine; printf "%s\\n" "${COMPREPLY[@]}"',
        file,
        ...words,
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .filter((word) => word !== '')

  expect(complete('li')).toEqual(['list', 'listen'])
  expect(complete('channel', 'se')).toEqual(['set'])
  expect(complete('list', 'prod')).toEqual(['product'])
  expect(complete('list', 'product', '--so')).toEqual(['--sort'])
  expect(complete('channel', 'set', '--wor')).toEqual(['--workspace'])
  expect(complete('edit', '--type', 've')).toEqual(['vendor'])
  expect(complete('edit', '-w', 'S')).toEqual(['Spring sale', 'Summer'])
  expect(complete('export', '--to', 'x')).toEqual([])
})
