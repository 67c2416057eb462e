import { text } from 'node:stream/consumers'
import { addAbortSignal } from 'node:stream'
import { type NewProvider, type Provider, providerKinds } from '#shared/providers.ts'
import type { CatalogClient } from '../client.ts'
import {
  type Command,
  CommandError,
  type OptionValues,
  requireOption,
  textOption,
  UsageError,
} from '../command.ts'
import { withCatalog } from '../nearest-server.ts'

export const providerAdd: Command = {
  name: 'provider add',
  summary: 'Add a provider of models, on this computer or elsewhere',
  arguments:
    'NAME --kind K [--base-url URL] [--model M] [--image-model M] [--video-model M] [--embedding-model M] [--key-env NAME | --key-stdin] [--price-input N --price-output N] [--default]',
  positionals: 1,
  options: {
    kind: {
      type: 'string',
      help: `${providerKinds.join(', ')}; the first for Ollama, LM Studio and the like`,
    },
    'base-url': { type: 'string', help: 'Where it answers, such as http://127.0.0.1:11434' },
    model: { type: 'string', help: 'The model for texts' },
    'image-model': { type: 'string', help: 'The model for pictures' },
    'video-model': { type: 'string', help: 'The model for videos' },
    'embedding-model': {
      type: 'string',
      help: 'The model for embeddings, by which values of the same meaning are found',
    },
    'key-env': {
      type: 'string',
      help: 'The environment variable that holds the key, read at each use; its name ends in _API_KEY',
    },
    'key-stdin': { type: 'boolean', help: 'Read the key from standard input and keep it' },
    'price-input': { type: 'string', help: 'US dollars for a million tokens that are sent' },
    'price-output': { type: 'string', help: 'US dollars for a million tokens that are answered' },
    default: { type: 'boolean', help: 'Take it where no provider is named' },
  },
  async run({ dataDir, output, options, positionals: [name = ''], interrupted }) {
    const body = { name, ...readOptions(options), ...(await readKey(options, interrupted)) }
    return withCatalog(dataDir, async (client) => {
      const { data: provider } = await client.call('POST /app/v1/providers', { body })
      output.print(
        provider,
        `Added ${describe(provider)}. Test it with: vitrine provider test "${provider.name}"`,
      )
      return 0
    })
  },
}

export const providerList: Command = {
  name: 'provider list',
  summary: 'List the providers of models, without their keys',
  arguments: '',
  positionals: 0,
  options: {},
  async run({ dataDir, output }) {
    return withCatalog(dataDir, async (client) => {
      for (const provider of (await client.call('GET /app/v1/providers')).data)
        output.print(provider, describe(provider))
      return 0
    })
  },
}

export const providerTest: Command = {
  name: 'provider test',
  summary: 'Ask a provider for its models, and its model for an answer',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [name = ''] }) {
    return withCatalog(dataDir, async (client) => {
      const { id } = await findProvider(client, name)
      const { data } = await client.call('POST /app/v1/providers/{id}/test', { path: { id } })
      const { ok, message, milliseconds, structured_output: form, models } = data
      if (!ok && !output.isJson) throw new CommandError(`${name} gave no answer: ${message}`)
      const answered =
        form === null
          ? 'It has no model for texts yet'
          : `Its model answers in ${milliseconds} ms, by ${form}`
      output.print(
        { name, ...data },
        `${name} works. ${answered}. Models: ${models.join(', ') || 'it lists none'}.`,
      )
      return ok ? 0 : 1
    })
  },
}

export const providerRemove: Command = {
  name: 'provider remove',
  summary: 'Remove a provider of models and its key',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [name = ''] }) {
    return withCatalog(dataDir, async (client) => {
      const { id } = await findProvider(client, name)
      const { data } = await client.call('DELETE /app/v1/providers/{id}', { path: { id } })
      output.print(data, `Removed ${data.name}, and its key if it had one.`)
      return 0
    })
  },
}

function readOptions(options: OptionValues): Omit<NewProvider, 'name'> {
  const wanted = requireOption(options, 'kind', 'openai_compatible')
  const kind = providerKinds.find((known) => known === wanted)
  if (!kind) throw new UsageError(`There is no kind ${wanted}. The kinds are ${providerKinds.join(', ')}.`)
  const [text, image, video, embedding] = ['model', 'image-model', 'video-model', 'embedding-model'].map(
    (name) => textOption(options, name) ?? null,
  )
  const baseUrl = textOption(options, 'base-url')
  const price = { input: readPrice(options, 'price-input'), output: readPrice(options, 'price-output') }
  const isPriced = price.input !== null || price.output !== null
  return {
    kind,
    models: { text: text ?? null, image: image ?? null, video: video ?? null, embedding: embedding ?? null },
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(isPriced && { price }),
    ...(options['default'] === true && { is_default: true }),
  }
}

function readPrice(options: OptionValues, name: string): number | null {
  const given = textOption(options, name)
  if (given === undefined) return null
  const dollars = Number(given)
  if (given.trim() !== '' && dollars >= 0) return dollars
  throw new UsageError(`--${name} takes US dollars for a million tokens, such as 0.25.`)
}

/**
 * Reads a key from a variable or from standard input: on the command line it would stay in the history of
 * the shell.
 */
async function readKey(
  options: OptionValues,
  interrupted: AbortSignal,
): Promise<Pick<NewProvider, 'key' | 'key_env'>> {
  const variable = textOption(options, 'key-env')
  if (variable !== undefined && options['key-stdin'] === true)
    throw new UsageError('Give the key by --key-env or by --key-stdin, not both.')
  if (variable !== undefined) return { key_env: variable }
  if (options['key-stdin'] !== true) return {}
  const key = (await text(addAbortSignal(interrupted, process.stdin))).trim()
  if (key === '')
    throw new UsageError(
      '--key-stdin found no key on standard input. Pipe it in, such as: vitrine provider add … < key.txt',
    )
  return { key }
}

async function findProvider(client: CatalogClient, name: string): Promise<Provider> {
  const { data: providers } = await client.call('GET /app/v1/providers')
  const wanted = name.toLowerCase()
  const found = providers.find((provider) => provider.id === wanted || provider.name.toLowerCase() === wanted)
  if (found) return found
  throw new CommandError(`There is no provider ${name}. vitrine provider list shows what there is.`)
}

function describe({ name, kind, base_url: address, models, is_default, has_key, price }: Provider): string {
  const facts = [
    kind,
    address,
    models.text ?? 'no model for texts',
    has_key ? 'with a key' : 'without a key',
    price
      ? `$${price.input ?? '?'} and $${price.output ?? '?'} a million tokens, ${price.source} of ${price.as_of}`
      : 'price not known',
    ...(is_default ? ['default'] : []),
  ]
  return `${name}  (${facts.join(', ')})`
}
