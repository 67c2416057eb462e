import { isTerminal, type Job, jobStatuses } from '#shared/jobs.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  countOption,
  type Invocation,
  requireChoice,
  textOption,
  UsageError,
} from '../command.ts'
import { reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'

const waitSeconds = 5
const maxListed = 200

export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List jobs, the newest first, or tell of one, after its end with --wait',
  arguments: '[ID] [--workspace NAME] [--status running] [--limit N] [--wait]',
  positionals: 1,
  optionalPositionals: 1,
  options: {
    ...onlyWorkspaceOption,
    status: { type: 'string', help: `Only those that are ${jobStatuses.join(', ')}` },
    limit: { type: 'string', help: `How many at most, to ${maxListed}; without it 20` },
    wait: { type: 'boolean', help: 'Wait for the end of the job; code 1 where it has not completed' },
  },
  examples: ['jobs --status running', 'jobs 0198a1b2-… --wait --json | jq .result'],
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    const status = textOption(options, 'status')
    const asked = {
      limit: countOption(options, 'limit', maxListed) ?? 20,
      ...(status !== undefined && { status: requireChoice('--status', status, jobStatuses) }),
    }
    const [id] = positionals
    if (id === undefined && options['wait'] === true)
      throw new UsageError('Say which job: vitrine jobs ID --wait.')
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      if (id !== undefined) return describeOne(client, id, invocation)
      const { data } = await client.call('GET /api/v1/jobs', { query: asked })
      const rows = data.map((job) => ({
        object: job,
        cells: [job.id, job.name, job.status, `${job.progress.percent} %`, job.created_at],
      }))
      output.printRows(['id', 'name', 'status', 'done', 'begun'], rows, 'There are no jobs.')
      return 0
    })
  },
}

export const jobsCancelCommand: Command = {
  name: 'jobs cancel',
  summary: 'Cancel a job; what it has written stays',
  arguments: 'ID [--workspace NAME]',
  positionals: 1,
  options: onlyWorkspaceOption,
  async run({ dataDir, output, options, positionals: [id = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data: job } = await client.call('POST /api/v1/jobs/{id}/cancel', { path: { id } })
      const isOver = isTerminal(job.status) && job.status !== 'cancelled'
      output.print(job, isOver ? `The job had ended before: ${job.status}.` : 'Cancelled.')
      return 0
    })
  },
}

async function describeOne(client: CatalogClient, id: string, invocation: Invocation): Promise<number> {
  const { output, options, interrupted } = invocation
  const path = { id }
  let { data: job } = await client.call('GET /api/v1/jobs/{id}', { path })
  // Whoever stops waiting does not stop the job.
  while (options['wait'] === true && !isTerminal(job.status)) {
    if (interrupted.aborted) return interruptedCode
    if (!output.isJson) output.printProgress(job)
    const query = { wait: waitSeconds }
    ;({ data: job } = await client.call('GET /api/v1/jobs/{id}', { path, query }))
  }
  output.print(job, describeJob(job))
  if (options['wait'] !== true || job.status === 'completed') return 0
  throw new CommandError(
    job.status === 'cancelled' ? 'The job was cancelled.' : `The job failed. ${reasonOf(job)}`,
  )
}

export const interruptedCode = 130

function describeJob({ id, name, status, progress, result, created_at, completed_at }: Job): string {
  return [
    `${name} ${id}: ${status}, ${progress.current} of ${progress.total}`,
    `Begun ${created_at}${completed_at === null ? '' : `, ended ${completed_at}`}`,
    ...(result === null ? [] : [JSON.stringify(result, null, 2)]),
  ].join('\n')
}
