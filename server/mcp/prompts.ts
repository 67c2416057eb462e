import {
  type GetPromptResult,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { channelKeys } from '#shared/channels.ts'
import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import type { Agent } from './agent.ts'
import { readResource } from './read-resource.ts'

type Arguments = Readonly<Record<string, string | undefined>>

interface Prompt extends ListedPrompt {
  readonly arguments: NonNullable<ListedPrompt['arguments']>
  readonly write: (args: Arguments, type: EntityType) => string
}

const typeOfPrompt = { name: 'type', description: 'The entity type; product by default.' }

/** Common work, written down once so that every agent does it in the same safe steps. */
export const prompts: readonly Prompt[] = [
  {
    name: 'enrich_missing_values',
    title: 'Fill in missing values',
    description:
      'Find entities that lack values, propose values from what is known, and write them after a check.',
    arguments: [
      typeOfPrompt,
      { name: 'attribute', description: 'Only this attribute key.' },
      { name: 'channel', description: `What a sales channel asks for: ${channelKeys.join(', ')}.` },
    ],
    write: writeEnrichment,
  },
  {
    name: 'map_supplier_file',
    title: 'Map a supplier file',
    description: 'Match the columns of a file to attributes, and write its rows by a merge key.',
    arguments: [
      { name: 'columns', description: 'The header line of the file.', required: true },
      { name: 'rows', description: 'A few lines of it.' },
      typeOfPrompt,
      { name: 'merge_key', description: 'The key by which rows are matched, such as sku.' },
    ],
    write: writeMapping,
  },
]

export async function getPrompt(agent: Agent, name: string, args: Arguments): Promise<GetPromptResult> {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw invalid(`There is no prompt ${name}.`)
  for (const { name: argument, required } of prompt.arguments)
    if (required === true && !args[argument]?.trim()) throw invalid(`The argument ${argument} is required.`)
  const type = findEntityType(args['type'] || 'product')
  if (!type) throw invalid(`The argument type must be one of ${entityTypes.join(', ')}.`)
  const { contents } = await readResource(agent, `vitrine://schema/${type}`)
  const [schema] = contents
  return {
    description: prompt.description ?? '',
    messages: [
      ...(schema
        ? [{ role: 'user' as const, content: { type: 'resource' as const, resource: schema } }]
        : []),
      { role: 'user', content: { type: 'text', text: prompt.write(args, type) } },
    ],
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

function writeEnrichment({ attribute, channel }: Arguments, type: EntityType): string {
  const find = attribute
    ? `call list_entities with {"type": "${type}", "filter": {"${attribute}": {"exists": false}}}`
    : channel
      ? `call get_completeness with {"channel": "${channel}"} to see which attributes are missing most, then list_entities with a filter on exists`
      : `pick the writable attributes that are empty most often, by list_entities with {"type": "${type}", "filter": {"<key>": {"exists": false}}, "limit": 1} and its pagination.total`
  return `Fill in missing values in the catalog. The schema is attached; use only keys from it.

1. Find what is missing: ${find}.
2. Work through the entities page by page, 50 at a time. Take each value from what the catalog already says: other attributes, the parent, the vendor, the sources. Never invent a value that you cannot point to; leave it empty instead.
3. Respect data_type, acceptable_values and constraints of the schema.
4. Before the first write show me ten proposals with where each comes from, and wait for my answer.
5. Write with batch_entities by id, only the keys that were empty. Report items that failed with their field_errors.
6. At the end say how many values you wrote and how many are still missing.`
}

function writeMapping({ columns, rows, merge_key: mergeKey }: Arguments, type: EntityType): string {
  return `Map the columns of a supplier's file to the attributes of our catalog. The schema is attached; the type is ${type}.

Columns:
${columns ?? ''}
${rows?.trim() ? `\nThe first rows:\n${rows}\n` : ''}
1. Match each column to one writable attribute, by name and by the values, or to none. Say how values must be converted: units, decimal commas, dates, options that are spelled differently.
2. ${mergeKey ? `Rows are matched by ${mergeKey}.` : 'Propose the attribute by which rows are matched (the merge key); it must be a text attribute that every row has.'}
3. Name columns that no attribute fits, and propose create_attribute for those worth keeping. Do not create any unasked.
4. Show me the mapping as a table and wait for my answer.
5. Then write the rows with batch_entities and that merge_key, 100 at a time, and report items that failed with their field_errors.`
}

const values: Readonly<Record<string, readonly string[]>> = { type: entityTypes, channel: channelKeys }

export async function completeArgument(agent: Agent, name: string, typed: string): Promise<string[]> {
  const known =
    name === 'attribute' || name === 'merge_key' ? await attributeKeys(agent) : (values[name] ?? [])
  return known.filter((value) => value.startsWith(typed.toLowerCase()))
}

async function attributeKeys(agent: Agent): Promise<string[]> {
  if (!agent.holds('read:attributes')) return []
  const { data } = await agent.ask('listAttributes', { type: 'product', faults: [] })
  return data.map(({ key }) => key)
}
