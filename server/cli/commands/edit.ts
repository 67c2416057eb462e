import type { BulkEdit, SavedAction } from '#shared/bulk-operations.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { splitList } from '#shared/text.ts'
import { filterOption, toQueryFilter } from '../clauses.ts'
import type { CatalogClient } from '../client.ts'
import { findWorkspace, workspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  listOption,
  type OptionValues,
  requireChoice,
  textOption,
  undoLines,
  UsageError,
} from '../command.ts'
import { readInput, standardName } from '../standard-input.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'
import { isObject } from '#shared/exact-json.ts'

const typeOption = { type: 'string', help: `What is changed: ${entityTypes.join(', ')}` } as const

export const editCommand: Command = {
  name: 'edit',
  summary: 'Change values of everything that matches, or run a saved action',
  arguments:
    '--workspace NAME --type product [--filter …] [--ids -] (--set … | --clear a,b | --action NAME) [--dry-run]',
  positionals: 0,
  examples: [
    'edit --type product --filter status=Draft --set status=Published --dry-run',
    "list product '!image' --all --json | vitrine edit --type product --ids - --set status=Draft",
  ],
  options: {
    ...workspaceOption,
    type: typeOption,
    ...filterOption,
    ids: {
      type: 'string',
      help: 'Only those with these ids, behind commas; - reads ids, or the lines of list --json, from standard input',
    },
    set: {
      type: 'string',
      help: 'key=value, or JSON with values and operations: {"price": {"percent": 4, "round": "x.99"}}',
    },
    clear: { type: 'string', help: 'The keys of attributes to empty, such as colour,material' },
    action: { type: 'string', help: 'The name of a saved action, in the place of --set and --clear' },
    'save-as': {
      type: 'string',
      help: 'Keep what is asked for as a saved action of this name instead of doing it',
    },
    'dry-run': { type: 'boolean', help: 'Change nothing; tell how much would change and the first values' },
  },
  async run(invocation) {
    const { dataDir, output, options } = invocation
    const edit = { ...toEdit(options), ...(await idsOf(invocation)) }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const name = textOption(options, 'save-as')
      if (name !== undefined) {
        const action = await save(client, edit, name)
        output.print(action, `Saved "${action.name}". Run it by vitrine edit --action "${action.name}".`)
        return 0
      }
      const { data: begun } = await client.call('POST /api/v1/bulk-edits', { body: edit })
      const job = await followJob(client, begun, invocation)
      const { result } = job
      if (result === null || !('changed' in result && 'unchanged' in result)) {
        if (output.isJson) output.print(job, '')
        throw new CommandError(`The values could not be changed: ${reasonOf(job)}`)
      }
      output.print(job, describeResult(job, result, edit.dry_run === true))
      return result.failed > 0 && result.changed + result.unchanged === 0 ? 1 : 0
    })
  },
}

export const actionList: Command = {
  name: 'action list',
  summary: 'List saved actions',
  arguments: '--workspace NAME [--type product]',
  positionals: 0,
  options: { ...workspaceOption, type: typeOption },
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const actions = await listActions(client, typeOf({ type: 'product', ...options }))
      const descriptions = actions.map(({ name, entity_type: type }) => `${name} (${type})`)
      output.print({ data: actions }, descriptions.join('\n') || 'There are no saved actions.')
      return 0
    })
  },
}

export const actionDelete: Command = {
  name: 'action delete',
  summary: 'Delete a saved action',
  arguments: 'NAME --workspace NAME [--type product]',
  positionals: 1,
  options: { ...workspaceOption, type: typeOption },
  async run({ dataDir, output, options, positionals: [name = ''] }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const actions = await listActions(client, typeOf({ type: 'product', ...options }))
      const action = actions.find((one) => one.id === name || one.name.toLowerCase() === name.toLowerCase())
      if (!action) throw new CommandError(`There is no saved action "${name}".`)
      await client.call('DELETE /app/v1/saved-actions/{id}', { path: { id: action.id } })
      output.print(action, `Deleted "${action.name}".`)
      return 0
    })
  },
}

async function listActions(client: CatalogClient, type: EntityType): Promise<SavedAction[]> {
  return (await client.call('GET /api/v1/saved-actions', { query: { type } })).data
}

async function save(client: CatalogClient, edit: BulkEdit, name: string): Promise<SavedAction> {
  const { type: entity_type, set, clear, filter, filter_join, q } = edit
  const body = { entity_type, name, filter, ...(set && { set }), ...(clear && { clear }), ...(q && { q }) }
  const join = filter_join?.toLowerCase() === 'or' ? ({ filter_join: 'or' } as const) : {}
  return (await client.call('POST /app/v1/saved-actions', { body: { ...body, ...join } })).data
}

function toEdit(options: OptionValues): BulkEdit {
  return {
    type: typeOf(options),
    ...toQueryFilter(listOption(options, 'filter') ?? []),
    ...toChange(options),
    ...(options['dry-run'] === true && { dry_run: true }),
  }
}

const maxIdBytes = 64 * 1024 * 1024

async function idsOf(invocation: Invocation): Promise<Pick<BulkEdit, 'ids'>> {
  const given = textOption(invocation.options, 'ids')
  if (given === undefined) return {}
  if (invocation.options['save-as'] !== undefined)
    throw new UsageError('A saved action is for whatever matches later. Leave out --ids.')
  if (given !== standardName) return { ids: splitList(given) }
  return { ids: parseIds(await readInput(given, invocation, maxIdBytes)) }
}

/** The ids of lines, each an id or an object with one. */
function parseIds(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    if (!line.trim().startsWith('{')) return line.split(/[\s,]+/).filter((id) => id !== '')
    const { id } = parseObject(line, '--ids -')
    if (typeof id === 'string') return [id]
    throw new UsageError('--ids - takes a line with an id each, and one has none.')
  })
}

function toChange(options: OptionValues): Pick<BulkEdit, 'set' | 'clear' | 'saved_action'> {
  const [set, action] = [textOption(options, 'set'), textOption(options, 'action')]
  const clear = splitList(textOption(options, 'clear') ?? '')
  const isChange = set !== undefined || clear.length > 0
  if (isChange === (action !== undefined))
    throw new UsageError('Say what to change with --set and --clear, or name a saved action with --action.')
  if (action === undefined)
    return { ...(set !== undefined && { set: parseSet(set) }), ...(clear.length > 0 && { clear }) }
  if (options['save-as'] !== undefined)
    throw new UsageError('An action is saved from --set and --clear. Leave out --action.')
  return { saved_action: action }
}

function parseSet(text: string): Record<string, unknown> {
  if (text.trim().startsWith('{')) return parseObject(text, '--set')
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (key === undefined || value === undefined)
    throw new UsageError('--set takes key=value, or a JSON object such as {"price": {"percent": 4}}.')
  return { [key.trim()]: parseValue(value) }
}

function parseValue(text: string): unknown {
  if (!/^(?:true|false|-?\d+(?:\.\d+)?)$|^[{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function typeOf(options: OptionValues): EntityType {
  const type = textOption(options, 'type')
  if (type !== undefined) return requireChoice('--type', type, entityTypes)
  throw new UsageError(`Say the type with --type: ${entityTypes.join(', ')}.`)
}

interface EditResult {
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly { readonly field: string; readonly issue: string }[]
}

function describeResult(
  job: Job,
  { changed, unchanged, failed, errors }: EditResult,
  isTrial: boolean,
): string {
  const [error] = errors
  const counts = `${changed} changed, ${unchanged} unchanged, ${failed} refused.`
  const reason = error ? ` The first: ${error.field}: ${error.issue}.` : ''
  if (isTrial) return `Nothing was changed. It would be: ${counts}${reason}`
  return [`${counts}${reason}`, ...undoLines(changed > 0 ? job.id : null)].join('\n')
}

function parseObject(text: string, field: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { ...parsed }
  } catch {
    // A text that is no JSON is refused below.
  }
  throw new UsageError(`${field} takes a JSON object such as {"price": {"percent": 4}}.`)
}
