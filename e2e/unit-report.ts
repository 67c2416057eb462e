/**
 * Vitest's reporter for `npm test`: writes the result of each file of unit tests into the file that
 * UNIT_REPORT names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export interface UnitReport {
  readonly files: Readonly<Record<string, FileReport>>
  /** Errors outside of any test, one line each. A process that died is reported with its file instead. */
  readonly faults: readonly string[]
}

interface FileReport {
  readonly counts: Readonly<Record<State, number>>
  readonly faults: readonly string[]
  readonly cpuSeconds: number
}

type State = 'passed' | 'failed' | 'skipped' | 'pending'

const died = /^Worker exited unexpectedly/

export function readUnitReport(file: string): UnitReport {
  if (!existsSync(file)) return { files: {}, faults: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as UnitReport
}

// oxlint-disable-next-line import/no-default-export -- vitest loads it by its default export
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env['UNIT_REPORT']
    if (!file) return
    const reasons = errors.map(reasonOf)
    const deaths = reasons.filter((text) => died.test(text))
    const faults = reasons.filter((text) => !died.test(text))
    const files = modules.map((module) => [module.relativeModuleId, toFileReport(module, deaths)] as const)
    writeFileSync(file, JSON.stringify({ files: Object.fromEntries(files), faults } satisfies UnitReport))
  }
}

function toFileReport(module: TestModule, deaths: readonly string[]): FileReport {
  const tests = [...module.children.allTests()]
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  for (const test of tests) counts[test.result().state]++
  const ofFile = [
    ...module.errors().map(reasonOf),
    ...deaths.filter((text) => text.includes(module.moduleId)),
  ]
  const faults = [...new Set([...ofFile, ...tests.flatMap(faultOf)])]
  return { counts, faults, cpuSeconds: module.meta().cpuSeconds ?? 0 }
}

function faultOf(test: TestCase): string[] {
  const { state, errors = [] } = test.result()
  return state === 'failed' ? [`${test.fullName}: ${errors.map(reasonOf).join('; ')}`] : []
}

/**
 * Returns the first line: often only the end of a long log is kept, and it must have room for all of them.
 */
function reasonOf({ message, cause }: SerializedError): string {
  return (cause?.message ?? message).split('\n', 1).join('')
}
