/** Samples of a request as curl, TypeScript with the client, Python with `vitrine.py`, and the command line. */
import { callInPython, callInTypeScript, importsOf } from './client-calls.ts'
import { fileNameOf, type Sample } from './samples.ts'

export const languages = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
  'Command line': toCommandLine,
} as const

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

function startOfCurl({ method, origin, path, query, body, form, answer }: Sample): string {
  const url = `${origin}/api/v1${path}`
  if (method === 'GET')
    return `curl${query.length > 0 ? ' -G' : ''}${answer === 'stream' ? ' -N' : ''} ${url}`
  const named = method !== 'POST' || (body ?? form) === undefined ? ` -X ${method}` : ''
  return `curl${named} ${query.length === 0 ? url : quote(`${url}?${searchOf(query)}`)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function searchOf(query: Sample['query']): string {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
}

function toCommandLine(sample: Sample): string {
  const { method, path, query, body, form, answer } = sample
  if (answer === 'stream') return 'vitrine events --follow --json'
  const isInAddress = method === 'GET' || query.length === 0
  const address = isInAddress ? path : quote(`${path}?${searchOf(query)}`)
  const fields = Object.entries(form ?? {}).map(([name, value]) =>
    name === 'file' ? `-F file=@${fileNameOf(sample)}` : `-f ${quote(`${name}=${value}`)}`,
  )
  const options = [
    ...(method === 'GET' ? query.map(([name, value]) => `-f ${quote(`${name}=${value}`)}`) : []),
    ...fields,
  ]
  const command = [`vitrine api ${method} ${address}`, ...options].join(' ')
  if (body !== undefined) return `${command} --input - <<'END'\n${JSON.stringify(body, null, 2)}\nEND`
  return answer === 'file' ? `${command} > answer` : command
}

const typeScriptStart = ({ origin }: Sample) =>
  `const vitrine = new Vitrine({ url: '${origin}', key: process.env.VITRINE_KEY })`

const pythonStart = ({ origin }: Sample) => `vitrine = Vitrine("${origin}", os.environ["VITRINE_KEY"])`

function toTypeScript(sample: Sample): string {
  return [
    ...importsOf(sample),
    "import { Vitrine } from './vitrine.js'",
    '',
    typeScriptStart(sample),
    callInTypeScript(sample),
  ].join('\n')
}

function toPython(sample: Sample): string {
  return ['import os', 'from vitrine import Vitrine', '', pythonStart(sample), callInPython(sample)].join(
    '\n',
  )
}
