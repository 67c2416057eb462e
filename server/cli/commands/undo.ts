import { createInterface } from 'node:readline/promises'
import type { EditResult } from '#shared/schemas/edits.ts'
import type { Actor, EventRecord } from '#shared/events.ts'
import { parseUuid } from '#shared/entities.ts'
import type { ChangedSince, ImportUndoResult, Job } from '#shared/jobs.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, CommandError, type Invocation, UsageError } from '../command.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'
import { plainText } from '../table.ts'

export const undoCommand: Command = {
  name: 'undo',
  summary: 'Take back an import, an edit, a merge or a fix, by the id that it told, or what was changed last',
  arguments: '[ID | --last] [--workspace NAME] [--yes]',
  positionals: 1,
  optionalPositionals: 1,
  options: {
    ...onlyWorkspaceOption,
    last: { type: 'boolean', help: 'What the owner has changed last; the same as no ID' },
    yes: { type: 'boolean', help: 'Do not ask' },
  },
  examples: ['undo 0198a1b2-…', 'undo', 'undo --last --yes'],
  async run(invocation) {
    const { dataDir, output, options, positionals } = invocation
    const [named] = positionals
    if (named !== undefined && options['last'] === true)
      throw new UsageError('Name what is taken back, or give --last.')
    if (named === undefined) requireAnswer(invocation)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const id = named === undefined ? await chooseLast(client, invocation) : await findId(client, named)
      if (id === undefined) return 1
      const answer = await takeBack(client, id)
      if ('edit_id' in answer) {
        output.print(answer, describeUndo(answer))
        return 0
      }
      const job = await followJob(client, answer.data, invocation)
      output.print(job, undoneOf(job))
      if (job.status === 'completed') return 0
      throw new CommandError(`Not all of it was taken back. ${reasonOf(job)}`)
    })
  },
}

/** Before anything is looked for: nobody could answer in a script. */
function requireAnswer({ options, output, stdin }: Invocation): void {
  const canAsk = 'isTTY' in stdin && stdin.isTTY === true && !output.isJson
  if (options['yes'] !== true && !canAsk)
    throw new UsageError('Name what is taken back by its id, or give --yes for what was changed last.')
}

async function chooseLast(client: CatalogClient, invocation: Invocation): Promise<string | undefined> {
  const last = await findLast(client)
  const id = last.job_id ?? last.edit_id
  const description = await describeChange(client, last)
  if (id === undefined || id === null)
    throw new CommandError(
      `${description} It cannot be taken back as a whole; its page in the app shows the old value.`,
    )
  invocation.output.note(description)
  if (invocation.options['yes'] === true || (await isConfirmed(invocation))) return id
  invocation.output.note('Nothing was taken back.')
  return undefined
}

const entityEvents = ['entity.created', 'entity.updated', 'entity.deleted', 'entity.restored'] as const

async function findLast(client: CatalogClient): Promise<EventRecord> {
  const newest = await Promise.all(
    entityEvents.map(async (event) => {
      const { data } = await client.call('GET /api/v1/events', { query: { actor: 'owner', event, limit: 1 } })
      return data
    }),
  )
  const [last] = newest.flat().toSorted((a, b) => b.sequence - a.sequence)
  if (last) return last
  throw new CommandError('The owner has changed nothing in this workspace.')
}

async function describeChange(client: CatalogClient, last: EventRecord): Promise<string> {
  const { job_id: job, edit_id: edit, entity, created_at, via, changes } = last
  const of = job === null ? edit && { edit_id: edit } : { job_id: job }
  const events = of ? await countEvents(client, { ...of, event: last.event }) : 1
  const name =
    job === null ? '' : ` by ${(await client.call('GET /api/v1/jobs/{id}', { path: { id: job } })).data.name}`
  const keys = changes.map(({ attribute }) => attribute).join(', ')
  const what = entity?.label ?? entity?.id ?? ''
  return plainText(
    `The last change: ${events} × ${last.event}${name} (${via}) at ${created_at}, the last one of "${what}"${keys && `: ${keys}`}.`,
  )
}

type EventQuery = { readonly event: EventRecord['event'] } & (
  | { readonly job_id: string }
  | { readonly edit_id: string }
)

async function countEvents(client: CatalogClient, of: EventQuery): Promise<number> {
  const { pagination } = await client.call('GET /api/v1/events', { query: { ...of, limit: 1 } })
  return pagination.total
}

async function isConfirmed({ stdin, output, interrupted }: Invocation): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: output.aside().stdout })
  try {
    const answer = await lines.question('Take it back? [y/N] ', { signal: interrupted })
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (interrupted.aborted) return false
    throw error
  } finally {
    lines.close()
  }
}

const shortest = 8
const searched = 200

/** The id that a text is, or begins, among the newest jobs and edits. */
async function findId(client: CatalogClient, text: string): Promise<string> {
  const start = text.toLowerCase()
  if (parseUuid(text) !== undefined || start.length < shortest || !/^[0-9a-f-]+$/.test(start)) return text
  const { data: jobs } = await client.call('GET /api/v1/jobs', { query: { limit: searched } })
  const { data: events } = await client.call('GET /api/v1/events', { query: { limit: searched } })
  const jobIds = jobs.map(({ id }) => id)
  const editIds = events.flatMap(({ edit_id: id, job_id: job }) =>
    id === undefined || job !== null ? [] : [id],
  )
  const found = [...new Set([...jobIds, ...editIds])].filter((id) => id.startsWith(start))
  const [only = text, ...others] = found
  if (others.length === 0) return only
  throw new CommandError(`More than one id begins with ${text}: ${found.join(', ')}.`)
}

/** An id is that of a job or of an edit. */
async function takeBack(client: CatalogClient, id: string): Promise<EditResult | { readonly data: Job }> {
  try {
    return await client.call('POST /api/v1/jobs/{id}/undo', { path: { id } })
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'not_found') throw error
  }
  try {
    return await client.call('POST /api/v1/edits/{edit_id}/undo', { path: { edit_id: id } })
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'not_found') throw error
    throw new CommandError(`No job and no edit of this workspace has the id ${id}.`, { cause: error })
  }
}

interface LeftValue {
  readonly label: string | null
  readonly id: string | null
  readonly attribute: string
  readonly by: Actor | null
  readonly at: string | null
}

const maxLeftLines = 20

/** A line for each value that stays: what, and who has changed it when. */
function linesOfLeft(left: readonly LeftValue[]): string[] {
  const lines = left.slice(0, maxLeftLines).map(({ label, id, attribute, by, at }) => {
    const who = by === null ? 'since' : `by ${by.name ?? by.type} at ${at}`
    return plainText(`Stays: ${attribute} of ${label ?? id ?? 'an entity'}, changed ${who}.`)
  })
  return left.length > maxLeftLines ? [...lines, `And ${left.length - maxLeftLines} more.`] : lines
}

function leftBy({ data }: EditResult): LeftValue[] {
  return data.flatMap((outcome) => {
    if (outcome.status !== 'changed_meanwhile') return []
    const { id, label = null, current, changed_by: by = {}, changed_at: at = {} } = outcome
    return Object.keys(current).map((attribute) => ({
      id,
      label,
      attribute,
      by: by[attribute] ?? null,
      at: at[attribute] ?? null,
    }))
  })
}

function leftByJob(left: readonly ChangedSince[] = []): LeftValue[] {
  return left.map(({ changed_by: by, changed_at: at, ...value }) => ({ ...value, by, at }))
}

function describeUndo(answer: EditResult): string {
  const { summary, edit_id: id } = answer
  const { applied, refused, changed_meanwhile: stayed } = summary
  const changed = stayed === 0 ? '' : `, ${stayed} changed since and kept`
  const failed = refused === 0 ? '' : `, ${refused} refused`
  const again = id === null ? '' : `\nvitrine undo ${id} brings it back.`
  const lines = linesOfLeft(leftBy(answer))
  return [`${applied} taken back${changed}${failed}.`, ...lines].join('\n') + again
}

function undoneOf({ result, status }: Job): string {
  if (status !== 'completed' || result === null || !('changed' in result)) return ''
  return 'trashed' in result ? undoneImport(result) : undoneEdit(result)
}

function undoneEdit(result: {
  readonly changed: number
  readonly changed_since?: readonly ChangedSince[]
}): string {
  return [`${result.changed} changed back.`, ...linesOfLeft(leftByJob(result.changed_since))].join('\n')
}

function undoneImport(result: ImportUndoResult): string {
  const { trashed, changed, kept: untouched, failed, changed_meanwhile: stayed } = result
  const { removed_attributes: removed = [], kept_attributes: remainingAttributes = [] } = result
  return [
    `${trashed} moved to the trash, ${changed} changed back, ${untouched} values changed since and kept, ${failed} failed`,
    ...linesOfLeft(leftByJob(result.changed_since)),
    ...(stayed ? [`${stayed} that the import created stay: changed since, or others refer to them`] : []),
    ...(removed.length > 0 ? [`Attributes removed: ${removed.join(', ')}`] : []),
    ...remainingAttributes.map(({ key, reason }) => `The attribute ${key} stays. ${reason}`),
  ].join('\n')
}
