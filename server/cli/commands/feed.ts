import type { FeedOutcome } from '#shared/feeds.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { onlyWorkspaceOption } from '../chosen-workspace.ts'
import type { CatalogClient } from '../client.ts'
import type { Command, Invocation } from '../command.ts'
import { reasonOf } from '../follow-job.ts'
import { findNamed, inWorkspace } from '../in-workspace.ts'

const waitsCode = 3
const pollMs = 150

export const feedList: Command = {
  name: 'feed list',
  summary: 'List the feeds of a workspace, with their last and next runs',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return inWorkspace(invocation, async (client) => {
      const { data } = await client.call('GET /api/v1/feeds')
      const rows = data.map((feed) => ({
        object: feed,
        cells: [
          feed.name,
          feed.direction,
          feed.off_reason ?? (feed.is_on ? 'on' : 'off'),
          feed.last_run?.outcome ?? '',
          feed.next_run ?? '',
        ],
      }))
      output.printRows(['Name', 'Direction', 'State', 'Last run', 'Next run'], rows, 'There are no feeds.')
      return 0
    })
  },
}

export const feedRun: Command = {
  name: 'feed run',
  summary: 'Run a feed now; ends with 3 where it waits for a person',
  arguments: 'NAME [--workspace NAME] [--dry-run] [--once]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    'dry-run': {
      type: 'boolean',
      help: 'Only say what an import would change, or make the file of an export without sending it',
    },
    once: { type: 'boolean', help: 'Also where the feed is off' },
  },
  examples: ['feed run "Prices of Beta" --dry-run'],
  async run(invocation) {
    const {
      output,
      options,
      positionals: [name = ''],
    } = invocation
    return inWorkspace(invocation, async (client) => {
      const { data: feeds } = await client.call('GET /api/v1/feeds')
      const { id } = findNamed(feeds, name, 'feed')
      const body = {
        ...(options['dry-run'] === true && { dry_run: true }),
        ...(options['once'] === true && { once: true }),
      }
      const begun = await client.call('POST /app/v1/feeds/{id}/run', { path: { id }, body })
      const job = await untilSettled(client, begun.data, invocation)
      output.print(job, describeRun(job))
      if (!isTerminal(job.status)) return waitsCode
      return job.status === 'completed' ? 0 : 1
    })
  },
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The job once it has ended or waits for a person. */
async function untilSettled(client: CatalogClient, { id }: Job, { interrupted }: Invocation): Promise<Job> {
  for (;;) {
    const { data: job } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
    if (isTerminal(job.status) || job.metadata['paused'] !== undefined || interrupted.aborted) return job
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

const outcomes: Readonly<Record<FeedOutcome, string>> = {
  imported: 'The file is taken in.',
  exported: 'The file is written.',
  unchanged: 'The file has not changed since it was taken last.',
  no_file: 'There is no file that it has not taken.',
  waiting: 'It waits for a person.',
  failed: 'It failed.',
  cancelled: 'It was cancelled.',
}

function describeRun(job: Job): string {
  const { metadata, result, status } = job
  const paused = metadata['paused']
  if (isObject(paused)) return `It waits: ${textOf(paused['message'])} Its job is ${job.id}.`
  if (status === 'failed') return `It failed: ${reasonOf(job)}`
  if (result === null) return `It is ${status}.`
  if ('created' in result && 'unchanged' in result) {
    const { created, updated, unchanged, failed } = result
    const remark = metadata['dry_run'] === true ? ' Nothing was written.' : ''
    return `${created} created, ${updated} changed, ${unchanged} unchanged, ${failed} refused.${remark}`
  }
  const outcome = 'outcome' in result ? result.outcome : undefined
  return outcome === undefined ? `It is ${status}.` : outcomes[outcome]
}
