import { dataTypeTraits, type AttributeDefinition, type DataType } from '#shared/attributes.ts'
import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import { capitalize } from '#shared/routes/parameters.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import type { Command } from '../command.ts'
import { withCatalog } from '../nearest-server.ts'

/** Prints TypeScript for `new Vitrine<Catalog>({ … })` of @vitrine/client. */
export const typesCommand: Command = {
  name: 'types',
  summary: 'Print the attributes of a workspace as TypeScript, for @vitrine/client',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: onlyWorkspaceOption,
  examples: ['types > catalog.d.ts'],
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/attributes', { query: {} })
      output.printLine(toTypeScript(data))
      return 0
    })
  },
}

/** An interface for each type, and one of all by their plurals. */
export function toTypeScript(attributes: readonly AttributeDefinition[]): string {
  const members = entityTypes.map((type) => `  ${pluralOf[type]}: ${capitalize(type)}`)
  return [
    "import type { Reference } from '@vitrine/client'",
    ...entityTypes.map((type) => toInterface(type, attributes)),
    `export interface Catalog {\n${members.join('\n')}\n}`,
  ].join('\n\n')
}

function toInterface(type: EntityType, attributes: readonly AttributeDefinition[]): string {
  const lines = attributes
    .filter((attribute) => attribute.entity_type === type)
    .map((attribute) => `${nameOf(attribute)}  ${attribute.key}?: ${typeOf(attribute)}`)
  return `export interface ${capitalize(type)} {\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}}`
}

function nameOf({ name, writable }: AttributeDefinition): string {
  const text = name.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
  return `  /** ${text}${writable ? '' : ' (read only)'} */\n`
}

const byDataType: Partial<Record<DataType, string>> = {
  boolean: 'boolean',
  entity_reference: 'Reference',
  entity_list_reference: 'readonly Reference[]',
  formula: 'string | number | boolean',
  reference_lookup: 'string | number | boolean | Reference | readonly Reference[]',
  inverse_reference: 'never',
}

function typeOf({ data_type: dataType, acceptable_values: options }: AttributeDefinition): string {
  const known = byDataType[dataType]
  if (known !== undefined) return known
  if (dataTypeTraits[dataType].family === 'number') return 'number'
  const isOne = options.length > 0 && !dataTypeTraits[dataType].hasTokens
  return isOne ? options.map((option) => JSON.stringify(option)).join(' | ') : 'string'
}
