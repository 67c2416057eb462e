import type { DuplicateGroup } from '#shared/duplicates.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { CatalogClient } from '../client.ts'
import { type Command, CommandError, type Output } from '../command.ts'
import { findWorkspace, workspaceOption } from '../find-workspace.ts'
import { followJob, reasonOf } from '../follow-job.ts'
import { withCatalog } from '../nearest-server.ts'
import { countOption, counted, typeOption } from '../option-values.ts'

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
      // With --json every line but the last is a group.
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
  const told = reasons.map(({ by, detail }) => `${by} ${detail}`).join('; ')
  return `${String(score).padStart(3)}  ${names} (${told})`
}
