import type { Automation, AutomationPreview } from '#shared/schemas/automations.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import type { CatalogClient } from '../client.ts'
import type { Command } from '../command.ts'
import { withCatalog } from '../nearest-server.ts'

const pollMs = 150
// A run that waits for a person ends the command at once.
const waits = 3

export const automationList: Command = {
  name: 'automation list',
  summary: 'List the automations of a workspace, and how their runs went',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: { ...onlyWorkspaceOption },
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/automations')
      const rows = data.map((automation) => ({ object: automation, cells: cellsOf(automation) }))
      output.printRows(['Id', 'Name', 'State', 'Runs', 'Last'], rows, 'There are no automations.')
      return 0
    })
  },
}

function cellsOf({ id, name, is_on: isOn, off_reason: reason, runs, last_run: last }: Automation): string[] {
  const state = isOn ? 'on' : (reason ?? 'off')
  return [id, name, state, `${runs.ok} ok, ${runs.failed} failed`, last ? `${last.outcome} ${last.at}` : '']
}

export const automationRun: Command = {
  name: 'automation run',
  summary:
    'Run an automation over all that match; ends with 1 where it failed, 3 where it waits for a person',
  arguments: 'NAME [--preview] [--once] [--workspace NAME]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    preview: { type: 'boolean', help: 'Print what it would change, and change nothing' },
    once: { type: 'boolean', help: 'Run it although it is off, and leave it off' },
  },
  examples: ['automation run "Look at new prices" --preview'],
  async run({ dataDir, output, options, positionals: [id = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const path = { id }
      if (options['preview'] === true) {
        const { data } = await client.call('POST /api/v1/automations/{id}/preview', { path })
        output.print(data, describePreview(data))
        return data.blocked.length > 0 ? 1 : 0
      }
      const body = options['once'] === true ? { once: true } : {}
      const { data: begun } = await client.call('POST /api/v1/automations/{id}/run', { path, body })
      const job = await followRun(client, begun)
      output.print(job, describeRun(job))
      return job.status === 'completed' ? 0 : isTerminal(job.status) ? 1 : waits
    })
  },
}

async function followRun(client: CatalogClient, { id }: Job): Promise<Job> {
  for (;;) {
    const { data: job } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
    if (isTerminal(job.status) || waitsForPerson(job)) return job
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function waitsForPerson({ status, metadata }: Job): boolean {
  const { paused } = metadata
  return (
    status === 'queued' &&
    typeof paused === 'object' &&
    paused !== null &&
    'reason' in paused &&
    paused.reason === 'shield'
  )
}

function describeRun({ status, result }: Job): string {
  if (result !== null && 'error' in result) return result.error.message
  if (result === null || !('actions' in result))
    return status === 'queued' ? 'It would change much, and waits for a person.' : status
  const { matched, changed, failed } = result
  return `${matched} matched, ${changed} changed${failed > 0 ? `, ${failed} could not be changed` : ''}.`
}

function describePreview({ matching, to_change: changed, sample, blocked }: AutomationPreview): string {
  const lines = sample.map(({ id, label, changes }) => {
    const texts = changes.map(
      (change) => `${change.attribute}: ${toText(change.old)} → ${toText(change.new)}`,
    )
    return `${label ?? id}: ${texts.join(', ')}`
  })
  const reasons = blocked.map(({ action, reason }) => `Action ${action + 1} cannot be done: ${reason}`)
  return [`${matching} match, ${changed} would change.`, ...lines, ...reasons].join('\n')
}

function toText(value: unknown): string {
  return value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
}
