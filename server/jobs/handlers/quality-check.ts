import type { QualityChecksResult } from '#shared/quality.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import type { Rule } from '../../catalog/quality/known-rules.ts'
import {
  attributesOfRule,
  beginChecks,
  type ChecksState,
  listToCheck,
  rulesOfJob,
  readTexts,
} from '../../catalog/quality/store-checks.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { Checkers } from '../quality/checkers.ts'
import { type FailedAttributes, FileProblems } from '../quality/file-problems.ts'
import { stopIfClosing } from '../run-chunks.ts'

// Links answer one by one, so that a batch is soon stored; of files is known already what they are.
const batchSize = 100
const filesAtOnce = 1000

/**
 * Runs the checks that need a job, rule by rule, on entities changed since; stored results stay after a
 * cancellation.
 */
export async function checkQuality(context: JobContext): Promise<JobEnd> {
  const { read } = context
  const { input, checkpoint } = await readStoredJob(context, 'quality_check')
  const checkers = new Checkers(context)
  const files = new FileProblems(context)
  const { rules, lacking } = await checkers.withDictionaries(read((db) => rulesOfJob(db, input.type)))
  let stored: ChecksState | undefined = checkpoint
  let state = checkpoint ?? read(beginChecks)
  const resultOf = (): QualityChecksResult => ({
    checked: state.checked,
    found: state.found,
    rules: rules.map(({ key }) => key),
    ...(lacking.length > 0 && { missing_dictionaries: lacking }),
  })
  try {
    for (const rule of rules.slice(state.rule)) {
      const ids = read((db) => listToCheck(db, rule)).filter((id) => id > state.position)
      const size = isAboutFiles(rule) ? filesAtOnce : batchSize
      for (let from = 0; from < ids.length || from === 0; from += size) {
        stopIfClosing(context)
        const batch = ids.slice(from, from + size)
        const isLast = from + size >= ids.length
        const found = isAboutFiles(rule)
          ? await files.findFailing(rule, batch)
          : await checkBatch(context, checkers, rule, batch)
        if (context.signal.aborted) {
          stopIfClosing(context)
          return { status: 'cancelled', result: resultOf() }
        }
        const next = advance(state, { batch, found, isLast })
        const { isCancelled } = await context.call('storeChecks', {
          jobId: context.jobId,
          checkpoint: stored,
          state: next,
          progress: { current: Math.min(from + size, ids.length), total: ids.length },
          rule,
          ids: batch,
          found,
          isLast,
        })
        state = stored = next
        if (isCancelled) return { status: 'cancelled', result: resultOf() }
      }
    }
  } finally {
    await checkers.close()
  }
  return { status: 'completed', result: resultOf() }
}

function isAboutFiles({ check }: Rule): boolean {
  return check.kind === 'file_problem'
}

async function checkBatch(
  { read }: JobContext,
  checkers: Checkers,
  rule: Rule,
  batch: readonly number[],
): Promise<FailedAttributes> {
  const found: { attribute: number; ids: number[] }[] = []
  for (const attribute of read((db) => attributesOfRule(db, rule))) {
    const texts = read((db) => readTexts(db, attribute, batch))
    const failing = await checkers.findFailing(rule, attribute, texts)
    found.push({ attribute: attribute.id, ids: failing })
  }
  return found
}

interface Batch {
  readonly batch: readonly number[]
  readonly found: FailedAttributes
  readonly isLast: boolean
}

function advance(state: ChecksState, { batch, found, isLast }: Batch): ChecksState {
  const failing = new Set(found.flatMap(({ ids }) => ids))
  return {
    ...state,
    rule: state.rule + (isLast ? 1 : 0),
    position: isLast ? 0 : (batch.at(-1) ?? state.position),
    checked: state.checked + batch.length,
    found: state.found + failing.size,
  }
}
