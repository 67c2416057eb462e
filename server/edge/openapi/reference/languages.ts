import type { Sample } from './samples.ts'

/** The languages of samples, by the name that the page shows. */
export const languages = { curl: toCurl, TypeScript: toTypeScript, Python: toPython } as const

/** The file that a sample sends, by what is in it. */
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
  // curl sends what has a body by POST.
  const named = method !== 'POST' || (body ?? form) === undefined ? ` -X ${method}` : ''
  const pairs = query.map(([name, value]): [string, string] => [name, value])
  return `curl${named} ${pairs.length === 0 ? url : quote(`${url}?${new URLSearchParams(pairs).toString()}`)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Values of JSON in the words of a language. */
interface Spelling {
  readonly words: Readonly<Record<string, string>>
  readonly text: (text: string) => string
  readonly key: (key: string) => string
  readonly tab: string
  /** What stands between a brace and what is in it. */
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

/** The value as the language writes it, on one line where it is short. */
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

/** A text of several lines, all behind the first moved in. */
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
