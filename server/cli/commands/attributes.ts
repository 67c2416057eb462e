import { type Command, toType } from '../command.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import { withCatalog } from '../nearest-server.ts'
import type { EntityType } from '#shared/entities.ts'
import { plainText } from '../table.ts'

const typed = {
  arguments: '[TYPE] [--workspace NAME]',
  positionals: 1,
  optionalPositionals: 1,
  options: onlyWorkspaceOption,
} as const

export const attributesCommand: Command = {
  ...typed,
  name: 'attributes',
  summary: 'List the attributes of all types, or of one',
  examples: ['attributes product', 'attributes vendor --json | jq -r .key'],
  async run({ dataDir, output, options, positionals }) {
    const query = queryOf(positionals)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/attributes', { query })
      const rows = data.map((one) => ({
        object: one,
        cells: [one.key, one.entity_type, one.data_type, one.name, one.acceptable_values.join(', ')],
      }))
      output.printRows(['key', 'type', 'data type', 'name', 'options'], rows, 'There are no attributes.')
      return 0
    })
  },
}

export const viewsCommand: Command = {
  ...typed,
  name: 'views',
  summary: 'List the saved views of all types, or of one',
  examples: ['views product', 'export --type product --view "Dear ones" --to dear.csv'],
  async run({ dataDir, output, options, positionals }) {
    const query = queryOf(positionals)
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /app/v1/views', { query })
      const rows = data.map((one) => ({
        object: one,
        cells: [one.id, one.entity_type, one.name, one.is_default ? 'default' : ''],
      }))
      output.printRows(['id', 'type', 'name', ''], rows, 'No view is saved.')
      return 0
    })
  },
}

export const meCommand: Command = {
  name: 'me',
  summary: 'Tell in which workspace commands work, and what they may do there',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: onlyWorkspaceOption,
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/me')
      const { workspace, kind, name, scopes, person } = data
      const lines = [
        `Workspace  ${workspace.name} (${workspace.id})`,
        `As         ${person?.name ?? name ?? 'the owner'} (${kind})`,
        `May        ${scopes.join(', ')}`,
        `Data       ${dataDir}`,
      ]
      output.print(data, lines.map(plainText).join('\n'))
      return 0
    })
  },
}

function queryOf([type]: readonly string[]): { readonly type?: EntityType } {
  return type === undefined ? {} : { type: toType(type) }
}
