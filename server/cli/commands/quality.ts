import { entityTypes, type EntityType } from '#shared/entities.ts'
import { guess } from '#shared/nearest.ts'
import type { QualityFinding } from '#shared/quality.ts'
import { filterOption, toFilterText } from '../clauses.ts'
import type { CatalogClient } from '../client.ts'
import { findWorkspace, workspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  type Output,
  textOption,
  counted,
  listOption,
  countOption,
  typeOption,
} from '../command.ts'
import { withCatalog } from '../nearest-server.ts'
import type { DuplicateGroup } from '#shared/duplicates.ts'
import { followJob, reasonOf } from '../follow-job.ts'

export const duplicatesCommand: Command = {
  name: 'duplicates',
  summary: 'Search for entities that are there twice, and list them with reasons',
  arguments: '--workspace NAME [--type product] [--min-score N]',
  positionals: 0,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `What is compared: ${entityTypes.join(', ')}; product if not given` },
    'min-score': { type: 'string', help: 'Only groups that are at least so sure, from 0 to 100' },
  },
  async run(invocation) {
    const { dataDir, output, options } = invocation
    const type = typeOption(options)
    const minScore = countOption(options, 'min-score', 100)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      const { data: begun } = await client.call('POST /api/v1/duplicates', { body: { type } })
      const job = await followJob(
        client,
        begun,
        output.isJson ? { interrupted: invocation.interrupted } : invocation,
      )
      if (job.status !== 'completed')
        throw new CommandError(`The search has not come to its end. ${reasonOf(job)}`)
      const groups = await printGroups(
        client,
        { type, ...(minScore !== undefined && { min_score: minScore }) },
        output,
      )
      output.print({ groups }, counted(groups, 'group'))
      return 0
    })
  },
}

interface DuplicateQuery {
  readonly type: EntityType
  readonly min_score?: number
}

async function printGroups(client: CatalogClient, asked: DuplicateQuery, output: Output): Promise<number> {
  let printed = 0
  let cursor: string | undefined
  do {
    const query = { ...asked, limit: 200, ...(cursor !== undefined && { cursor }) }
    const { data, pagination } = await client.call('GET /api/v1/duplicates', { query })
    for (const group of data) output.print(group, describeGroup(group))
    printed += data.length
    cursor = pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
  return printed
}

function describeGroup({ score, entities, reasons }: DuplicateGroup): string {
  const names = entities.map(({ label }) => label ?? 'Unnamed').join(' = ')
  const reason = reasons.map(({ by, detail }) => `${by} ${detail}`).join('; ')
  return `${String(score).padStart(3)}  ${names} (${reason})`
}

export const qualityCommand: Command = {
  name: 'quality',
  summary: 'List what the rules of quality find, and the score',
  arguments: '--workspace NAME [--type product] [--rule KEY] [--filter …] [--max-errors N]',
  positionals: 0,
  options: {
    ...workspaceOption,
    type: { type: 'string', help: `What is looked at: ${entityTypes.join(', ')}; product if not given` },
    rule: { type: 'string', help: 'Only what this rule finds, by its key' },
    ...filterOption,
    'max-errors': { type: 'string', help: 'End with code 1 where more errors than this are found' },
  },
  async run({ dataDir, output, options }) {
    const type = typeOption(options)
    const maxErrors = countOption(options, 'max-errors') ?? Infinity
    const rule = textOption(options, 'rule')
    const filter = toFilterText(listOption(options, 'filter') ?? [])
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findWorkspace(owner, options))
      if (rule !== undefined) await requireRule(client, type, rule)
      const { data: summary } = await client.call('GET /api/v1/quality/summary', { query: { type } })
      const counts = await printFindings(
        client,
        { type, ...(rule !== undefined && { rule }), ...(filter !== '' && { filter }) },
        output,
      )
      const { score } = summary
      output.print({ score, ...counts }, describeCounts(score, counts))
      return counts.errors > maxErrors ? 1 : 0
    })
  },
}

async function requireRule(client: CatalogClient, type: EntityType, key: string): Promise<void> {
  const { data } = await client.call('GET /api/v1/quality/rules', { query: { type } })
  const rule = data.find((one) => one.key === key)
  if (rule?.enabled) return
  if (rule) throw new CommandError(`The rule ${key} is switched off. Switch it on in the app, under Quality.`)
  const keys = data.map((one) => one.key)
  const { did_you_mean: meant } = guess(key, keys)
  const remedy = meant === undefined ? `There are: ${keys.join(', ')}.` : `Did you mean ${meant}?`
  throw new CommandError(`There is no rule ${key} for this type. ${keys.length > 0 ? remedy : ''}`)
}

interface Counts {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}

interface QualityQuery {
  readonly type: EntityType
  readonly rule?: string
  readonly filter?: string
}

/** Prints page by page, so that nothing of a large catalog is kept in memory. */
async function printFindings(client: CatalogClient, asked: QualityQuery, output: Output): Promise<Counts> {
  const counts = { error: 0, warning: 0, info: 0 }
  let cursor: string | undefined
  do {
    const query = { ...asked, limit: 200, ...(cursor !== undefined && { cursor }) }
    const { data, pagination } = await client.call('GET /api/v1/quality/findings', { query })
    for (const finding of data) {
      counts[finding.severity] += 1
      output.print(finding, describeFinding(finding))
    }
    cursor = pagination.has_more ? (pagination.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
  return { errors: counts.error, warnings: counts.warning, infos: counts.info }
}

function describeFinding({ severity, rule, entity, attribute, message, value }: QualityFinding): string {
  const field = attribute === null ? '' : `, ${attribute}`
  const what = message || (value === null ? 'no value' : JSON.stringify(value))
  return `${severity.padEnd(7)}  ${rule}  ${entity.label ?? 'Unnamed'}${field}: ${what}`
}

function describeCounts(score: number, { errors, warnings, infos }: Counts): string {
  const reason = [counted(errors, 'error'), counted(warnings, 'warning'), counted(infos, 'info')]
  return `Score ${score}. ${reason.join(', ')}.`
}
