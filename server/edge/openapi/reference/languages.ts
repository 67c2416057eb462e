/** Requests as people write them: for curl, for Node and for Python with requests. */
import { indent, python, toLiteral, typeScript } from './literals.ts'
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
