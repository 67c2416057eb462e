import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

const inSample = ['--workspace', 'Shop', '--type', 'product', '--attributes', 'description']

test('what a run lacks is told, and wrong usage says what is right [CLI-12]', async () => {
  const data = ['--data', await servedFolder('cli-generate')]
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
  const without = await runForPeople(['generate', ...inSample, ...data])
  expect(without.code).toBe(2)
  expect(without.stderr).toContain('vitrine provider add')
  const open = await runForPeople(['proposals', '--workspace', 'Shop', ...data])
  expect(open).toMatchObject({ code: 0, stdout: 'No value waits for a decision.\n' })
  const accepted = await runVitrine(['proposals', '--workspace', 'Shop', '--accept-verified', ...data])
  expect(accepted).toMatchObject({ code: 0, last: { summary: { accepted: 0 } } })
  const nothing = await runForPeople(['generate', '--workspace', 'Shop', '--type', 'product', ...data])
  expect(nothing.code).toBe(2)
  expect(nothing.stderr).toContain('--attributes')
  const budget = await runForPeople(['generate', ...inSample, '--budget', 'much', ...data])
  expect(budget.code).toBe(2)
  expect(budget.stderr).toContain('such as 2.50')
}, 60_000)
