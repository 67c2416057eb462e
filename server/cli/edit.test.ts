import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

test('what matches is changed by values and operations, tried out first, and kept as an action [CLI-13]', async () => {
  const data = ['--data', await servedFolder('cli-edit')]
  const edit = ['edit', '--workspace', 'Shop', '--type', 'product', ...data]
  const lamps = ['--filter', 'filter[price][gte]=1&q=lamp']
  const raise = ['--set', '{"price": {"percent": 10}}']
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])

  const trial = await runVitrine([...edit, ...lamps, ...raise, '--dry-run'])
  const { matched, changed } = trial.last['result'] as { matched: number; changed: number }
  expect([trial.code, matched > 0, changed]).toEqual([0, true, matched])
  const done = await runForPeople([...edit, ...lamps, ...raise])
  expect(done).toMatchObject({ code: 0 })
  expect(done.stdout).toContain(`${matched} changed, 0 unchanged, 0 refused.`)
  const [, id = ''] = /vitrine undo (\S+) takes it back/.exec(done.stdout) ?? []
  const undone = await runForPeople(['undo', id, '--workspace', 'Shop', ...data])
  expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining(`${matched} taken back.`)])
  const [, edit2 = ''] = /vitrine undo (\S+) brings it back/.exec(undone.stdout) ?? []
  expect((await runForPeople(['undo', edit2, '--workspace', 'Shop', ...data])).code).toBe(0)
  const unknown = await runForPeople(['undo', 'x', '--workspace', 'Shop', ...data])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No job and no edit')])

  const keep = [
    '--save-as',
    'Sell out',
    '--filter',
    'filter[price][gte]=1',
    '--set',
    'price=1',
    '--clear',
    'sales_rank',
  ]
  expect((await runForPeople([...edit, ...keep])).stdout).toContain('Saved "Sell out".')
  const listed = await runForPeople(['action', 'list', '--workspace', 'Shop', ...data])
  expect(listed.stdout).toBe('Sell out (product)\n')
  const ran = await runVitrine([...edit, '--action', 'sell OUT', '--filter', 'q=lamp'])
  expect(ran.last.result).toMatchObject({ matched, changed: matched })
  const gone = await runForPeople(['action', 'delete', 'sell out', '--workspace', 'Shop', ...data])
  expect(gone.stdout).toBe('Deleted "Sell out".\n')

  const without = await runForPeople(edit)
  expect([without.code, without.stderr.includes('--action')]).toEqual([2, true])
  const malformed = await runForPeople([...edit, '--set', '{price}'])
  expect([malformed.code, malformed.stderr.includes('JSON object')]).toEqual([2, true])
  const refused = await runForPeople([...edit, '--set', 'nope=1'])
  expect([refused.code, refused.stderr.includes('nope')]).toEqual([2, true])
}, 60_000)
