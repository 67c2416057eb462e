/** One request as a call of `@vitrine/client` and of `vitrine.py`: by a method of its own where they have one. */
import { fileNameOf, type Sample } from './samples.ts'
import { python, toLiteral, typeScript } from './literals.ts'
import { toGenericPath } from './sections.ts'

interface Call {
  readonly typeScript: string
  readonly python: string
}

type Write = (sample: Sample, plural: string) => Call | undefined

const ts = (value: unknown): string => toLiteral(value, typeScript)
const py = (value: unknown): string => toLiteral(value, python)
const log = (call: string): string => `console.log(await ${call})`
const both = (call: Call): Call => ({ typeScript: log(call.typeScript), python: `print(${call.python})` })

interface EntityWrite {
  readonly merge_key?: string
  readonly parent_id?: unknown
  readonly attributes?: unknown
}

function parentOf({ parent_id: parent }: EntityWrite): readonly [string, string] {
  return parent === undefined ? ['', ''] : [`, { parentId: ${ts(parent)} }`, `, parent_id=${py(parent)}`]
}

/** Calls by `METHOD path`; where a row gives none, and for all others, the request is sent as it is. */
const calls: Readonly<Record<string, Write>> = {
  'GET /{plural}/{id}': ({ id }, plural) =>
    both({ typeScript: `vitrine.${plural}.get(${ts(id)})`, python: `vitrine.${plural}.get(${py(id)})` }),
  'POST /{plural}': ({ body }, plural) => {
    const { attributes, ...rest } = body as EntityWrite
    if (attributes === undefined || Object.keys(rest).some((key) => key !== 'parent_id')) return undefined
    const [inTypeScript, inPython] = parentOf(rest)
    return both({
      typeScript: `vitrine.${plural}.create(${ts(attributes)}${inTypeScript})`,
      python: `vitrine.${plural}.create(${py(attributes)}${inPython})`,
    })
  },
  'PATCH /{plural}/{id}': ({ id, body }, plural) => {
    const { attributes, ...rest } = body as EntityWrite
    if (attributes === undefined) return undefined
    const [inTypeScript, inPython] = parentOf(rest)
    return both({
      typeScript: `vitrine.${plural}.update(${ts(id)}, ${ts(attributes)}${inTypeScript})`,
      python: `vitrine.${plural}.update(${py(id)}, ${py(attributes)}${inPython})`,
    })
  },
  'POST /{plural}/upsert': ({ body }, plural) => {
    const { merge_key: key, attributes, ...rest } = body as EntityWrite
    const [inTypeScript, inPython] = parentOf(rest)
    return both({
      typeScript: `vitrine.${plural}.upsert(${ts(key)}, ${ts(attributes)}${inTypeScript})`,
      python: `vitrine.${plural}.upsert(${py(key)}, ${py(attributes)}${inPython})`,
    })
  },
  'POST /edits/{edit_id}/undo': ({ id }) =>
    both({ typeScript: `vitrine.undo(${ts(id)})`, python: `vitrine.undo(${py(id)})` }),
  'GET /jobs/{id}': ({ id }) =>
    both({ typeScript: `vitrine.jobs.get(${ts(id)})`, python: `vitrine.jobs.get(${py(id)})` }),
  'GET /events/stream': () => ({
    typeScript: 'for await (const event of vitrine.events.follow({ after: 0 })) console.log(event)',
    python: 'for event in vitrine.follow(after=0):\n    print(event, flush=True)',
  }),
  'POST /files': (sample) => {
    const file = fileNameOf(sample)
    return both({
      typeScript: `vitrine.files.upload(await readFile('${file}'), '${file}')`,
      python: `vitrine.upload(open("${file}", "rb").read(), "${file}")`,
    })
  },
  'POST /imports': (sample) => {
    const { type, merge_key: mergeKey, dry_run: isDryRun, file: _file, ...fields } = sample.form ?? {}
    const file = fileNameOf(sample)
    const options = {
      type,
      ...(mergeKey !== undefined && { mergeKey }),
      ...(isDryRun === 'true' && { dryRun: true }),
      ...(Object.keys(fields).length > 0 && { fields }),
    }
    const named = [
      ...(mergeKey === undefined ? [] : [`merge_key=${py(mergeKey)}`]),
      ...(isDryRun === 'true' ? ['dry_run=True'] : []),
      ...(Object.keys(fields).length > 0 ? [`fields=${py(fields)}`] : []),
    ]
    return both({
      typeScript: `vitrine.import(await readFile('${file}'), ${ts(options)})`,
      python: `vitrine.import_file(open("${file}", "rb").read(), ${[py(type), ...named].join(', ')})`,
    })
  },
}

/** Modules that a sample in TypeScript imports beside the client. */
export function importsOf({ form }: Sample): string[] {
  return form === undefined ? [] : ["import { readFile } from 'node:fs/promises'"]
}

export function callInTypeScript(sample: Sample): string {
  const { method, path, query, body, answer } = sample
  const options = {
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
  }
  const given = Object.keys(options).length === 0 ? '' : `, ${ts(options)}`
  const own = callOf(sample)
  if (own !== undefined) return own.typeScript
  if (answer === 'file')
    return `const file = await vitrine.send('${method}', '${path}'${given})\nconsole.log(await file.arrayBuffer())`
  return log(`vitrine.request('${method}', '${path}'${given})`)
}

export function callInPython(sample: Sample): string {
  const { method, path, query, body, answer } = sample
  const given = [
    ...(query.length > 0 ? [`query=${py(Object.fromEntries(query))}.items()`] : []),
    ...(body === undefined ? [] : [`body=${py(body)}`]),
  ]
  const own = callOf(sample)
  if (own !== undefined) return own.python
  const call = [`"${method}"`, `"${path}"`, ...given].join(', ')
  if (answer === 'file') return `content, headers = vitrine.send(${call})\nprint(len(content))`
  return `print(vitrine.request(${call}))`
}

function callOf(sample: Sample): Call | undefined {
  const [, plural = ''] = sample.template.split('/')
  return calls[`${sample.method} ${toGenericPath(sample.template)}`]?.(sample, plural)
}
