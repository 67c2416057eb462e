/**
 * Floods that would cost a server without limits far more than their sender, with the expected outcome:
 * `expected` is matched with the answers in order of their number, such as "900x 429 rate_limited, 100x
 * 200".
 */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Target {
  readonly baseUrl: string
  readonly key: string
  readonly productIds: readonly string[]
}

export interface Flood {
  readonly name: string
  readonly expected: RegExp
  readonly run: (target: Target) => Promise<string>
}

const MB = 1024 * 1024
const seconds = 1000

export const floods: readonly Flood[] = [
  {
    name: 'eight lists sorted by what no index has',
    expected: /^8x 200$/,
    run: (target) => get(target, 8, (at) => `/products?sort=-product_page,price&offset=${5000 + at}`),
  },
  {
    name: 'ninety contains joined by or, eight times',
    expected: /^\d+x (200|400 \w+)(, \d+x (200|400 \w+))*$/,
    run: (target) => get(target, 8, (at) => `/products?filter_join=or&${contains(90, at)}`),
  },
  {
    name: 'a list of 201 clauses',
    expected: /^1x 400 too_many_values$/,
    run: (target) => get(target, 1, () => `/products?${contains(201, 0)}`),
  },
  {
    // Together with the watching client, these are as many connections as are allowed.
    name: 'nine hundred lists that look through everything, at once',
    expected: /^\d+x (200|429 rate_limited|400 \w+)(, \d+x (200|429 rate_limited|400 \w+))*$/,
    run: (target) => get(target, 900, (at) => `/products?filter[description][not_contains]=zz${at}`),
  },
  {
    name: 'two hundred such lists whose clients go at once',
    expected: /^\d+x (gone|429 rate_limited)(, \d+x (200|gone|429 rate_limited))*$/,
    run: async (target) => {
      const answers = await get(
        target,
        200,
        (at) => `/products?filter_join=or&${contains(30, 1000 + at)}`,
        AbortSignal.timeout(200),
      )
      await wait(2 * seconds)
      return answers
    },
  },
  {
    name: 'five thousand products by id at once',
    expected: /^\d+x (200|429 rate_limited|gone)(, \d+x (200|429 rate_limited|gone))*$/,
    run: (target) => get(target, 5000, (at) => `/products/${idOf(target, at)}`),
  },
  {
    name: 'a page behind a row that is not there',
    expected: /^20x (200|400 \w+)$/,
    run: (target) => get(target, 20, (at) => `/products?offset=${9_000_000_000 + at}&sort=price`),
  },
  {
    name: 'a question of 1 MB in the address',
    expected: /^10x (400 validation_failed|gone)$/,
    run: (target) => get(target, 10, () => `/products?q=${'x'.repeat(MB)}`),
  },
  {
    name: 'a body of 64 MB',
    expected: /^4x (400 validation_failed|gone)$/,
    run: (target) => post(target, 4, '/products', () => `{"attributes":{"sku":"${'x'.repeat(64 * MB)}"}}`),
  },
  {
    name: 'a million lists in each other',
    expected: /^20x 400 invalid_value$|^20x 400 \w+$/,
    run: (target) => post(target, 20, '/products', () => '['.repeat(MB) + ']'.repeat(MB)),
  },
  {
    name: 'a million members in one object',
    expected: /^4x 400 \w+$/,
    run: (target) =>
      post(
        target,
        4,
        '/products',
        () => `{"attributes":{${[...Array(700_000).keys()].map((at) => `"a${at}":1`).join()}}}`,
      ),
  },
  {
    name: 'a batch of 10,000 products',
    expected: /^4x 400 too_many_values$|^4x 400 \w+$/,
    run: (target) =>
      post(target, 4, '/products/batch', () =>
        JSON.stringify({
          items: Array.from({ length: 10_000 }, (_, at) => ({ attributes: { sku: `B${at}` } })),
        }),
      ),
  },
  {
    name: 'texts of 7 MB',
    expected: /^8x 400 too_long$/,
    run: (target) =>
      post(target, 8, '/products', (at) =>
        JSON.stringify({ attributes: { sku: `L${at}`, description: 'x'.repeat(7 * MB) } }),
      ),
  },
  {
    name: 'a page of products of 1 MB each',
    expected: /^4x 200 ended by size$/,
    run: listOfLargeProducts,
  },
  {
    name: 'a pattern that goes back',
    expected: /^1x 400 validation_failed$/,
    run: (target) =>
      post(target, 1, '/attributes', () => JSON.stringify(patternAttribute('backward', '(a*)\\1$'))),
  },
  {
    name: 'patterns in patterns on long values',
    expected: /^1x 201, 50x 400 pattern_mismatch$|^50x 400 pattern_mismatch, 1x 201$/,
    run: async (target) => {
      const pattern = patternAttribute('nested', '(a*)*(a|aa)*b')
      const defined = await post(target, 1, '/attributes', () => JSON.stringify(pattern))
      const value = 'a'.repeat(4000)
      const set = await post(target, 50, '/products', (at) =>
        JSON.stringify({ attributes: { sku: `P${at}`, nested: value } }),
      )
      return `${defined}, ${set}`
    },
  },
  {
    name: 'a formula of ten thousand brackets',
    expected: /^1x 400 \w+$/,
    run: (target) =>
      post(target, 1, '/attributes', () =>
        JSON.stringify(formulaAttribute('deep', `${'('.repeat(10_000)}1${')'.repeat(10_000)}`)),
      ),
  },
  {
    name: 'a formula of 1 MB for each product',
    expected: /^1x 201, 4x 200 ended by size$/,
    run: async (target) => {
      const formula = `CONCATENATE(${Array(30).fill('LPAD({{sku}}, 32767, "x")').join(', ')})`
      const made = await post(target, 1, '/attributes', () =>
        JSON.stringify(formulaAttribute('grown', formula)),
      )
      return `${made}, ${await get(target, 4, () => '/products?limit=200')}`
    },
  },
  {
    name: 'nine hundred event streams of one key',
    expected: /^800x 429 rate_limited, 100x 200$/,
    run: (target) => openStreams(target, 900),
  },
  {
    name: 'three thousand exports',
    // Some are queued; connections beyond a thousand, and jobs beyond a thousand, are asked to retry.
    expected: /^\d+x (202|429 rate_limited)(, \d+x (202|429 rate_limited|gone))*$/,
    run: (target) =>
      post(target, 3000, '/exports', () =>
        JSON.stringify({ type: 'product', format: 'csv', filter: { sku: 'none' } }),
      ),
  },
  {
    name: 'five hundred connections that never finish their request',
    expected: /^500x open$/,
    run: (target) => holdConnections(target, 500),
  },
  {
    name: 'uploads of 300 MB',
    // Without a declared length the connection is ended.
    expected: /^4x gone$/,
    run: (target) => tallyAll(Array.from({ length: 4 }, () => uploadLargeFile(target))),
  },
  {
    name: 'nine hundred pages for agents at once',
    expected: /^\d+x (200|(429|refused) rate_limited)(, \d+x (200|(429|refused) rate_limited))*$/,
    run: (target) =>
      callAgentTool(target, 900, (at) => [
        'list_entities',
        { type: 'product', filter: { description: { not_contains: `agent${at}` } } },
      ]),
  },
  {
    name: 'ninety times an entity of 8 MB for agents at once',
    expected: /^90x refused validation_failed$/,
    run: async (target) => {
      await defineOutsized(target)
      return callAgentTool(target, 90, (at) => [
        'get_entity',
        { type: 'product', id: idOf(target, at), fields: ['outsized'] },
      ])
    },
  },
  {
    name: 'ninety times an entity of 8 MB at once',
    expected: /^\d+x (200|429 \w+)(, \d+x (200|429 \w+))*$/,
    run: async (target) => {
      await defineOutsized(target)
      return get(target, 90, (at) => `/products/${idOf(target, at)}?fields=outsized`)
    },
  },
]

/** Gives each product a computed value of 8 MB. */
async function defineOutsized(target: Target): Promise<void> {
  const part = `CONCATENATE(${Array(30).fill('LPAD({{sku}}, 32767, "x")').join(', ')})`
  const whole = Array(8).fill('{{part}}').join(' & ')
  for (const attribute of [formulaAttribute('part', part), formulaAttribute('outsized', whole)])
    await post(target, 1, '/attributes', () => JSON.stringify(attribute))
}

function contains(count: number, turn: number): string {
  return Array.from({ length: count }, (_, at) => `filter[description][contains]=q${turn}x${at}`).join('&')
}

function idOf({ productIds }: Target, at: number): string {
  return productIds[at % productIds.length] ?? ''
}

function patternAttribute(key: string, pattern: string): object {
  const constraints = { pattern }
  return { name: key, key, entity_type: 'product', data_type: 'single_line_text_field', constraints }
}

function formulaAttribute(key: string, formula: string): object {
  return { name: key, key, entity_type: 'product', data_type: 'formula', formula }
}

function get(
  target: Target,
  times: number,
  path: (at: number) => string,
  signal?: AbortSignal,
): Promise<string> {
  return tallyAll(
    Array.from({ length: times }, (_, at) => call(target, path(at), { signal: signal ?? null })),
  )
}

function post(target: Target, times: number, path: string, body: (at: number) => string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return tallyAll(
    Array.from({ length: times }, (_, at) => call(target, path, { method: 'POST', headers, body: body(at) })),
  )
}

/** Returns the status of an answer and its first fault; "gone" where no answer came. */
async function call(target: Target, path: string, options: RequestInit = {}): Promise<string> {
  const found = await send(target, path, options)
  if (!found) return 'gone'
  const { status, text } = found
  return status < 400 ? describeSuccess(status, text) : `${status} ${firstFault(text)}`
}

async function send(
  { baseUrl, key }: Target,
  path: string,
  options: RequestInit,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const headers = { authorization: `Bearer ${key}`, ...options.headers }
    const answer = await fetch(new URL(baseUrl + path), { ...options, headers })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  }
}

function describeSuccess(status: number, text: string): string {
  return text.includes('"truncated_by":"size"') ? `${status} ended by size` : String(status)
}

function firstFault(text: string): string {
  try {
    const { error } = JSON.parse(text) as {
      error: { code: string; field_errors?: readonly { code?: string; issue?: string }[] }
    }
    const issue = error.field_errors?.[0]?.issue ?? error.field_errors?.[0]?.code
    return issue !== undefined && /^\w+$/.test(issue) ? issue : error.code
  } catch {
    return ''
  }
}

async function tallyAll(answers: readonly Promise<string>[]): Promise<string> {
  return tally(await Promise.all(answers))
}

/** "900x 429 rate_limited, 100x 200", the most frequent first. */
function tally(answers: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(answer.trim(), (counts.get(answer.trim()) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([answer, count]) => `${count}x ${answer}`)
    .join(', ')
}

async function listOfLargeProducts(target: Target): Promise<string> {
  const ids: string[] = []
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${target.key}` }
  for (let at = 0; at < 60; at += 1) {
    const attributes = { sku: `LARGE-${at}`, description: `${'large '.repeat(170_000)}${at}` }
    const body = JSON.stringify({ attributes })
    const answer = await fetch(`${target.baseUrl}/products`, { method: 'POST', headers, body })
    ids.push(((await answer.json()) as { data: { id: string } }).data.id)
  }
  const answers = await get(target, 4, () => '/products?filter[sku][starts_with]=LARGE-&limit=200')
  for (const id of ids) await fetch(`${target.baseUrl}/products/${id}`, { method: 'DELETE', headers })
  return answers
}

async function openStreams({ baseUrl, key }: Target, count: number): Promise<string> {
  const end = new AbortController()
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await fetch(`${baseUrl}/events/stream`, { headers, signal: end.signal })
      return answer.ok ? String(answer.status) : `${answer.status} ${firstFault(await answer.text())}`
    }),
  )
  end.abort()
  return tally(answers)
}

/** Connections that send the half of a request and then a byte now and then, for five seconds. */
async function holdConnections({ baseUrl }: Target, count: number): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST /products HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n')
    return socket
  })
  for (let at = 0; at < 10; at += 1) {
    await wait(seconds / 2)
    for (const socket of sockets) socket.write(`X-${at}: 1\r\n`)
  }
  const open = tally(sockets.map((socket) => (socket.destroyed ? 'gone' : 'open')))
  for (const socket of sockets) socket.destroy()
  return open
}

/** Sends a file of 300 MB in a form: the answer, or "gone" where the server hung up. */
function uploadLargeFile({ baseUrl, key }: Target): Promise<string> {
  const boundary = 'large-file'
  const block = Buffer.alloc(MB)
  return new Promise((resolve) => {
    const outgoing = request(`${baseUrl}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    const over = new AbortController()
    const end = (answer: string) => {
      over.abort()
      resolve(answer)
      outgoing.destroy()
    }
    outgoing.on('error', () => end('gone'))
    outgoing.on('response', (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => end(`${answer.statusCode} ${firstFault(text)}`))
    })
    outgoing.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    )
    let sent = 0
    const send = () => {
      for (; !over.signal.aborted && sent < 300; sent += 1)
        if (!outgoing.write(block)) return outgoing.once('drain', send)
      return outgoing.end(`\r\n--${boundary}--\r\n`)
    }
    send()
  })
}

/** Calls tools at once; a refusal in a result counts by its code, as one in a status does. */
function callAgentTool(
  target: Target,
  times: number,
  toolAndArguments: (at: number) => readonly [name: string, args: object],
): Promise<string> {
  return tallyAll(
    Array.from({ length: times }, async (_, at) => {
      const [name, args] = toolAndArguments(at)
      const message = { jsonrpc: '2.0', id: at, method: 'tools/call', params: { name, arguments: args } }
      const found = await send({ ...target, baseUrl: new URL(target.baseUrl).origin }, '/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify(message),
      })
      if (!found) return 'gone'
      if (found.status >= 400) return `${found.status} ${firstFault(found.text)}`
      const { result } = JSON.parse(found.text.replace(/^[^{]*/, '')) as {
        result: { isError?: boolean; content: { text: string }[] }
      }
      return result.isError ? `refused ${firstFault(result.content[0]?.text ?? '')}` : '200'
    }),
  )
}
