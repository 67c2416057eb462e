import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isObject } from '#shared/exact-json.ts'
import { type CatalogClient, ignoreClosedPipe, type RawRequest } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  listOption,
  type OptionValues,
  type Output,
  requireChoice,
  textOption,
  undoLines,
  UsageError,
} from '../command.ts'
import { withCatalog } from '../nearest-server.ts'
import { readInput } from '../standard-input.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

const maxBody = 64 * 1024 * 1024

export const apiCommand: Command = {
  name: 'api',
  summary: 'Send one request of the API, as the owner, and print the answer',
  arguments:
    'METHOD PATH [--workspace NAME] [-f key=value]… [-F key=JSON|@FILE]… [--input FILE|-] [--paginate] [-i]',
  positionals: 2,
  options: {
    ...onlyWorkspaceOption,
    field: {
      type: 'string',
      short: 'f',
      multiple: true,
      help: 'key=value, a text: of the address for GET and DELETE, else of the body; attributes[sku]=A-1 goes into attributes',
    },
    part: {
      type: 'string',
      short: 'F',
      multiple: true,
      help: 'key=value as JSON, such as limit=5 or tags=["a"]; with key=@FILE all fields are sent as a form with the file',
    },
    input: { type: 'string', help: 'The file with the body as JSON, or - for standard input' },
    paginate: { type: 'boolean', help: 'Read all pages of a list, and print one object a line' },
    include: { type: 'boolean', short: 'i', help: 'Print the status and the headers of the answer first' },
  },
  examples: [
    'api GET /products -f sort=-price -F limit=5',
    "api GET /products -f 'filter[status]=Draft' --paginate | jq -r .id",
    "api POST /products -f 'attributes[sku]=CH-9' -f 'attributes[product_name]=Chair'",
    'api POST /files -F file=@chair.jpg',
    'api POST /products/batch --input - < batch.json',
  ],
  async run(invocation) {
    const { dataDir, options, positionals } = invocation
    const [word = '', path = ''] = positionals
    const method = requireChoice('METHOD', word.toUpperCase(), methods)
    const isPaged = options['paginate'] === true
    if (isPaged && (method !== 'GET' || options['include'] === true))
      throw new UsageError('--paginate is for GET, and without --include.')
    const request = await toRequest(method, toPath(path), invocation)
    const run = async (owner: CatalogClient) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      if (isPaged) return printPages(client, request, invocation.output)
      const response = await client.send(request)
      if (options['include'] === true) printHead(response, invocation.output)
      await printBody(response, invocation.output)
      requireDone(response)
      undoLines(response.headers.get('vitrine-edit-id')).forEach((line) => invocation.output.note(line))
      return 0
    }
    return withCatalog(dataDir, run, { takesAnyRequest: true })
  },
}

const root = '/api/v1'

/** The path below the root of the API; no other surface of the server can be named. */
function toPath(path: string): URL {
  const below = path.startsWith(`${root}/`) ? path : `${root}/${path.replace(/^\//, '')}`
  const url = URL.canParse(below, 'http://vitrine') ? new URL(below, 'http://vitrine') : undefined
  if (url?.pathname.startsWith(`${root}/`)) return url
  throw new UsageError(`"${path}" is no path of the API, such as /products or /jobs?limit=5.`)
}

async function toRequest(method: Method, url: URL, invocation: Invocation): Promise<RawRequest> {
  const { options, interrupted } = invocation
  const input = textOption(options, 'input')
  const texts = fieldsOf(options, 'field')
  const parts = fieldsOf(options, 'part')
  const isAddressed = method === 'GET' || method === 'DELETE' || input !== undefined
  const files = parts.filter(([, value]) => value.startsWith('@'))
  if (isAddressed) {
    if (files.length > 0) throw new UsageError('A file is sent by POST, PUT or PATCH, and without --input.')
    for (const [key, value] of [...texts, ...parts]) url.searchParams.append(key, value)
  }
  const address = { method, path: `${url.pathname}${url.search}`, signal: interrupted }
  if (input !== undefined) return { ...address, body: parseBody(await readInput(input, invocation, maxBody)) }
  if (isAddressed || texts.length + parts.length === 0) return address
  if (files.length > 0) return { ...address, form: await toForm([...texts, ...parts]) }
  return { ...address, body: nest([...texts, ...parts.map(([key, text]): Field => [key, toValue(text)])]) }
}

type Field = readonly [key: string, value: unknown]

function fieldsOf(options: OptionValues, name: 'field' | 'part'): readonly (readonly [string, string])[] {
  return (listOption(options, name) ?? []).map((text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (key !== undefined && value !== undefined) return [key, value] as const
    throw new UsageError(`-${name === 'field' ? 'f' : 'F'} takes key=value, and not "${text}".`)
  })
}

async function toForm(fields: readonly (readonly [string, string])[]): Promise<FormData> {
  const form = new FormData()
  for (const [key, value] of fields) {
    if (!value.startsWith('@')) form.append(key, value)
    else {
      const file = resolve(value.slice(1))
      const blob = await openAsBlob(file).catch((cause: unknown) => {
        throw new CommandError(`The file ${file} cannot be read.`, { cause })
      })
      form.append(key, blob, basename(file))
    }
  }
  return form
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Tree = Map<string, unknown>

/** `attributes[sku]` is the member `sku` of `attributes`. */
function nest(fields: readonly Field[]): Record<string, unknown> {
  const tree: Tree = new Map()
  for (const [key, value] of fields) {
    const names = key.split(/\[|\]\[?/).filter((name) => name !== '')
    const last = names.pop() ?? key
    let at = tree
    for (const name of names) {
      const below = at.get(name)
      const next: Tree = below instanceof Map ? below : new Map()
      at.set(name, next)
      at = next
    }
    at.set(last, value)
  }
  return toObject(tree)
}

function toObject(tree: Tree): Record<string, unknown> {
  return Object.fromEntries(
    [...tree].map(([key, value]) => [key, value instanceof Map ? toObject(value) : value]),
  )
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError('The body is no JSON.', { cause })
  }
}

function printHead(response: Response, output: Output): void {
  output.printLine(`HTTP ${response.status} ${response.statusText}`.trim())
  for (const [name, value] of response.headers) output.printLine(`${name}: ${value}`)
  output.printLine('')
}

/** A terminal gets JSON in lines that can be read, anything else the answer as it is. */
async function printBody(response: Response, output: Output): Promise<void> {
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (!isJson) {
    const { body } = response
    if (body) await pipeline(body, output.stdout, { end: false }).catch(ignoreClosedPipe)
    return
  }
  const text = await response.text()
  if (text === '') return
  output.printLine(output.width === Infinity ? text : JSON.stringify(JSON.parse(text), null, 2))
}

async function printPages(client: CatalogClient, request: RawRequest, output: Output): Promise<number> {
  const url = new URL(request.path, 'http://vitrine')
  for (;;) {
    const response = await client.send({ ...request, path: `${url.pathname}${url.search}` })
    if (!response.ok) {
      await printBody(response, output)
      requireDone(response)
    }
    const page: unknown = await response.json()
    const items: unknown = isObject(page) ? page['data'] : page
    for (const item of Array.isArray(items) ? items : [items]) output.printLine(JSON.stringify(item))
    await output.drained()
    const cursor = nextCursor(page)
    if (cursor === undefined || output.isClosed) return 0
    url.searchParams.delete('offset')
    url.searchParams.set('cursor', cursor)
  }
}

function nextCursor(page: unknown): string | undefined {
  const paging = isObject(page) ? page['pagination'] : undefined
  if (!isObject(paging) || paging['has_more'] !== true) return undefined
  const cursor = paging['next_cursor']
  return typeof cursor === 'string' ? cursor : undefined
}

function requireDone({ ok, status, statusText }: Response): void {
  if (!ok) throw new CommandError(`The server answered ${status} ${statusText}`.trim())
}
