import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'

const inSample = ['--workspace', 'Shop', '--type', 'product', '--attributes', 'description']

test('what a run lacks is told, and wrong usage says what is right [CLI-12]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-generate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = ['--data', folder]
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
