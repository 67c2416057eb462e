import type { JsonObject, Parameter, PathOperation } from './sections.ts'

export const languages = { curl: toCurl, TypeScript: toTypeScript, Python: toPython } as const

interface Sample {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly query: readonly (readonly [string, string])[]
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly answer: 'json' | 'file' | 'stream'
}

const shownParameters = new Set(['filter', 'sort', 'fields', 'limit', 'after', 'type', 'status'])

export function samplesOf({ method, path, operation, parameters }: PathOperation, root: string): Sample[] {
  const request = {
    method,
    url: root + fillPath(path, parameters),
    query: parameters.filter(isShown).flatMap(toPairs),
    answer: answerOf(placedAnswer(operation.responses)),
  } as const
  const [[mediaType, { examples = {} }] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {})
  if (mediaType === '') return [{ name: '', ...request }]
  return Object.entries(examples).map(([name, { value }]) => ({
    name: Object.keys(examples).length === 1 ? '' : name,
    ...request,
    ...(mediaType === 'multipart/form-data' ? { form: value as Record<string, string> } : { body: value }),
  }))
}

function isShown({ in: place, name, required, example }: Parameter): boolean {
  if (place !== 'query' || example === undefined || (Array.isArray(example) && example.length === 0))
    return false
  return required === true || shownParameters.has(name)
}

export function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameter?.example))
  })
}

export function toPairs({ name, style, example }: Parameter): [string, string][] {
  if (style !== 'deepObject') return [[name, Array.isArray(example) ? example.join(',') : String(example)]]
  return Object.entries(example as JsonObject).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([operator, one]) => [`${name}[${key}][${operator}]`, String(one)])
      : [[`${name}[${key}]`, String(value)]],
  )
}

function placedAnswer(responses: PathOperation['operation']['responses']): string {
  const [status = ''] = Object.keys(responses).filter((one) => one.startsWith('2'))
  return Object.keys(responses[status]?.content ?? {})[0] ?? ''
}

function answerOf(mediaType: string): Sample['answer'] {
  if (mediaType === 'text/event-stream') return 'stream'
  return mediaType === 'application/json' ? 'json' : 'file'
}

function fileNameOf({ form }: Sample): string {
  return form?.['file']?.startsWith('<svg') === true ? 'drawing.svg' : 'products.csv'
}

function toCurl(sample: Sample): string {
  const { method, query, body, form, answer } = sample
  const fields = Object.entries(form ?? {}).map(([name, value]) =>
    name === 'file' ? `-F file=@${fileNameOf(sample)}` : `-F ${quote(`${name}=${value}`)}`,
  )
  const options = [
    '-H "Authorization: Bearer $VITRINE_KEY"',
    ...(method === 'GET'
      ? query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
      : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
    ...fields,
    ...(answer === 'file' ? ['-o answer'] : []),
  ]
  return [startOfCurl(sample), ...options].join(' \\\n  ')
}

function startOfCurl({ method, url, query, body, form, answer }: Sample): string {
  if (method === 'GET')
    return `curl${query.length > 0 ? ' -G' : ''}${answer === 'stream' ? ' -N' : ''} ${url}`
  const named = method !== 'POST' || (body ?? form) === undefined ? ` -X ${method}` : ''
  const pairs = query.map(([name, value]): [string, string] => [name, value])
  return `curl${named} ${pairs.length === 0 ? url : quote(`${url}?${new URLSearchParams(pairs).toString()}`)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

interface Spelling {
  readonly words: Readonly<Record<string, string>>
  readonly text: (text: string) => string
  readonly key: (key: string) => string
  readonly tab: string
  readonly gap: string
}

const singleQuoted = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const typeScript: Spelling = {
  words: {},
  text: singleQuoted,
  key: (key) => (/^\w+$/.test(key) ? key : singleQuoted(key)),
  tab: '  ',
  gap: ' ',
}

const python: Spelling = {
  words: { null: 'None', true: 'True', false: 'False' },
  text: (text) => JSON.stringify(text),
  key: (key) => JSON.stringify(key),
  tab: '    ',
  gap: '',
}

function toLiteral(value: unknown, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.text(value)
  if (typeof value !== 'object' || value === null) return spelling.words[String(value)] ?? String(value)
  if (Array.isArray(value))
    return enclose(
      ['[', ']', ''],
      value.map((one) => toLiteral(one, spelling)),
      spelling,
    )
  const members = Object.entries(value).map(
    ([key, one]) => `${spelling.key(key)}: ${toLiteral(one, spelling)}`,
  )
  return enclose(['{', '}', spelling.gap], members, spelling)
}

const lineLength = 64

function enclose(
  [open, close, gap]: readonly [string, string, string],
  members: readonly string[],
  { tab }: Spelling,
): string {
  if (members.length === 0) return open + close
  const line = `${open}${gap}${members.join(', ')}${gap}${close}`
  if (line.length <= lineLength && !line.includes('\n')) return line
  return [open, ...members.map((one) => `${tab}${indent(one, tab)},`), close].join('\n')
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`)
}

function toTypeScript(sample: Sample): string {
  const { url, query, answer } = sample
  const search = toLiteral(Object.fromEntries(query), typeScript)
  return [
    ...formInTypeScript(sample),
    ...(query.length === 0 ? [] : [`const query = new URLSearchParams(${search})`]),
    `const response = await fetch(${query.length === 0 ? `'${url}'` : `\`${url}?\${query}\``}, {`,
    ...optionsInTypeScript(sample),
    '})',
    ...typeScriptEnds[answer],
  ].join('\n')
}

function formInTypeScript(sample: Sample): string[] {
  if (sample.form === undefined) return []
  const file = fileNameOf(sample)
  return [
    "import { readFile } from 'node:fs/promises'",
    '',
    'const form = new FormData()',
    ...Object.entries(sample.form).map(([name, value]) =>
      name === 'file'
        ? `form.set('file', new Blob([await readFile('${file}')]), '${file}')`
        : `form.set('${name}', ${typeScript.text(value)})`,
    ),
  ]
}

function optionsInTypeScript({ method, body, form }: Sample): string[] {
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'"
  return [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { Authorization: \`Bearer \${process.env.VITRINE_KEY}\`${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(toLiteral(body, typeScript), '  ')}),`]),
    ...(form === undefined ? [] : ['  body: form,']),
  ]
}

const typeScriptEnds = {
  json: ['console.log(await response.json())'],
  file: ['console.log(await response.bytes())'],
  stream: [
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  console.log(text)',
    '}',
  ],
} as const

function toPython(sample: Sample): string {
  const { method, url, query, body, form, answer } = sample
  const { file, ...fields } = form ?? {}
  const given = Object.entries({
    ...(query.length > 0 && { params: Object.fromEntries(query) }),
    ...(body !== undefined && { json: body }),
    ...(Object.keys(fields).length > 0 && { data: fields }),
  })
  return [
    'import os, requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    `    headers={"Authorization": f"Bearer {os.environ['VITRINE_KEY']}"},`,
    ...given.map(([name, value]) => `    ${name}=${indent(toLiteral(value, python), '    ')},`),
    ...(file === undefined ? [] : [`    files={"file": open("${fileNameOf(sample)}", "rb")},`]),
    ...(answer === 'stream' ? ['    stream=True,'] : []),
    ')',
    ...pythonEnds[answer],
  ].join('\n')
}

const pythonEnds = {
  json: ['print(response.json())'],
  file: ['print(response.content)'],
  stream: ['for line in response.iter_lines(chunk_size=1, decode_unicode=True):', '    print(line)'],
} as const
