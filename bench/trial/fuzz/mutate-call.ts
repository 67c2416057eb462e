/** Turns an acceptable request into one that probably is not. */
import type { Random } from '../../random.ts'
import type { Call } from './call.ts'
import { oddTexts, oddValue } from './odd-values.ts'

type Mutate = (random: Random, call: Call) => Call

const parameters = [
  'limit',
  'offset',
  'cursor',
  'sort',
  'fields',
  'filter_join',
  'q',
  'snapshot',
  'filter',
  'filter[]',
  'filter[sku]',
  'filter[price][between]',
  'filter[price][gt]',
  'filter[in_stock]',
  'filter[tags][in]',
  'filter[vendor]',
  'filter[created_at][lt]',
  'filter[__proto__]',
  'filter[constructor][prototype]',
  'filter[toString]',
  'attribute',
  'type',
  'channel',
  'after',
  'since',
  'job_id',
  'status',
  'enabled',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'X',
]

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

const addParameter: Mutate = (random, call) => {
  const pair = `${encode(random.pick(parameters))}=${encode(random.pick(oddTexts))}`
  return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${pair}` }
}

const breakPath: Mutate = (random, call) => {
  const [path = '', ...query] = call.path.split('?')
  const segments = path.split('/')
  const index = random.between(1, Math.max(1, segments.length - 1))
  segments[index] = random.pick([
    ...oddTexts.map(encode),
    '..',
    '%2e%2e',
    '%00',
    '%zz',
    '%E0%A4',
    'a%2Fb',
    ';',
    '*',
  ])
  return { ...call, path: [segments.join('/'), ...query].join('?') }
}

const breakQuery: Mutate = (random, call) => {
  const at = random.below(call.path.length)
  const piece = random.pick(['%', '&', '=', '[', ']', '%zz', '%00', '%ff', '?', '+', ';', ',', '#'])
  return call.path.includes('?')
    ? { ...call, path: insert(call.path, at, piece) }
    : addParameter(random, call)
}

function insert(text: string, at: number, piece: string): string {
  return at === 0 ? text : text.slice(0, at) + piece + text.slice(at)
}

const changeMethod: Mutate = (random, call) => ({
  ...call,
  method: random.pick(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']),
})

const headerChanges: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer vtr_live_0000000000000000000000000000000000000000' },
  { authorization: 'Basic eDp5' },
  { authorization: '' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': ';;' },
  { 'content-encoding': 'gzip' },
  { host: 'evil.example' },
  { origin: 'http://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'if-none-match': '*' },
  { 'last-event-id': 'x' },
  { 'last-event-id': '999999999999999' },
  { 'vitrine-workspace': '../..' },
  { expect: '200-ok' },
  { 'x-request-id': 'mine' },
  { 'x-http-method-override': 'DELETE' },
  { range: 'bytes=0-1' },
]

const changeHeader: Mutate = (random, call) => ({
  ...call,
  headers: { ...call.headers, ...random.pick(headerChanges) },
})

const changeBody: Mutate = (random, call) => {
  if (typeof call.body === 'string') return breakText(random, call, call.body)
  if (call.body === undefined) return addParameter(random, call)
  return { ...call, body: changeValue(random, call.body) }
}

function changeValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return oddValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...(value as unknown[]), oddValue(random)]
    const at = random.below(value.length)
    return value.map((one, index) => (index === at ? changeValue(random, one) : (one as unknown)))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || random.chance(0.3))
    return Object.fromEntries([...entries, [random.pick(oddTexts), oddValue(random)]])
  const at = random.below(entries.length)
  if (random.chance(0.15)) return Object.fromEntries(entries.filter((_entry, index) => index !== at))
  return Object.fromEntries(
    entries.map(([key, one], index) => [key, index === at ? changeValue(random, one) : (one as unknown)]),
  )
}

const breakJson: Mutate = (random, call) =>
  call.body === undefined
    ? { ...call, method: 'POST', body: '{' }
    : breakText(random, call, typeof call.body === 'string' ? call.body : JSON.stringify(call.body))

function breakText(random: Random, call: Call, text: string): Call {
  const at = random.below(text.length)
  const bytes = Buffer.from(text)
  const body = random.pick<string | Buffer>([
    text.slice(0, at),
    `${text.slice(0, at)}${random.pick(['"', '{', ']', '\u0000', '\\', '1e999', '\ufeff'])}${text.slice(at)}`,
    Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc3, 0x28]), bytes.subarray(at)]),
    `${text.slice(0, -1)},"__proto__":{"polluted":true}}`,
    `${text.slice(0, -1)},"attributes":1,"attributes":{"__proto__":null}}`,
    '['.repeat(random.pick([40, 100_000])),
    `${text.slice(0, -1)},"n":${'9'.repeat(400)}}`,
    '',
    'null',
    '[]',
    '"x"',
    '1',
  ])
  return { ...call, body }
}

const mutations: readonly Mutate[] = [
  addParameter,
  addParameter,
  breakPath,
  breakQuery,
  changeMethod,
  changeHeader,
  changeBody,
  changeBody,
  changeBody,
  changeBody,
  breakJson,
]

export function mutateCall(random: Random, call: Call): Call {
  let mutated = call
  const times = random.pick([1, 1, 1, 2, 3])
  for (let count = 0; count < times; count += 1) mutated = random.pick(mutations)(random, mutated)
  return { ...mutated, route: '' }
}
