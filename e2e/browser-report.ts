/** The results in the report of Playwright's JSON reporter: counts, and a line for each test that failed. */
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'

export interface BrowserReport {
  readonly counts: Readonly<Record<'expected' | 'unexpected' | 'skipped', number>>
  readonly faults: readonly string[]
}

export function readBrowserReport(file: string): BrowserReport {
  if (!existsSync(file)) return { counts: { expected: 0, unexpected: 0, skipped: 0 }, faults: [] }
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  const outside = errors.map(({ message }) => `outside of a test: ${firstLines(message)}`)
  return { counts: stats, faults: [...outside, ...suites.flatMap(specsOf).flatMap(faultOf)] }
}

function specsOf({ specs, suites = [] }: JSONReportSuite): readonly JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function faultOf({ ok, file, line, title, tests }: JSONReportSpec): string[] {
  if (ok) return []
  const reasons = tests.flatMap(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message }) => firstLines(message))),
  )
  return [`${file}:${line} ${title}: ${reasons.join('; ')}`]
}

function firstLines(message = 'no reason told'): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '')
  return shown.slice(0, 5).join(' | ')
}
