/** One operation of the API as HTML: what it does and takes, what it answers, samples and an example. */
import { errorCodes } from '#shared/errors.ts'
import { escapeHtml, toHtml } from '../../page-shell.ts'
import type {
  JsonObject,
  MediaType,
  OpenApiResponse,
  PathOperation,
  ReferenceDocument,
  Resource,
} from './sections.ts'
import { languages } from './languages.ts'
import { samplesOf } from './samples.ts'
import { renderCode, renderMarkdown } from './render-markdown.ts'
import { renderField, renderFields, renderShape, renderType, textOf } from './render-schema.ts'

/** The operations of a resource and the types that they name, each type once. */
export function renderResource(resource: Resource, document: ReferenceDocument): string {
  const root = document.servers[0]?.url ?? ''
  const types = typesOf(resource.operations, document)
  return `<h1>${escapeHtml(resource.title)}</h1>
${renderMarkdown(resource.description)}
${resource.operations.map((operation) => renderOperation(operation, root)).join('\n')}
${types.length === 0 ? '' : '<h2 id="types">Types</h2>'}
${types.map(([name, schema]) => renderSchema(name, schema)).join('\n')}`
}

const namedType = /"#\/components\/schemas\/(\w+)"/g

/** The named schemas that operations use, also inside each other, in the order of their names. */
export function typesOf(
  operations: readonly PathOperation[],
  { components }: ReferenceDocument,
): [string, JsonObject][] {
  const schemas = components['schemas'] ?? {}
  const used = new Set<string>()
  const collect = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(namedType)) {
      if (used.has(name)) continue
      used.add(name)
      collect(schemas[name] ?? {})
    }
  }
  for (const { operation, parameters } of operations) {
    const answers = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status))
    collect([operation.requestBody ?? {}, parameters, answers])
  }
  return Object.entries(schemas).filter(([name]) => used.has(name))
}

function renderSchema(name: string, schema: JsonObject): string {
  const fields = renderFields(schema)
  return `<section class="schema" id="schema-${name}"><h3>${name}</h3>
${renderMarkdown(textOf(schema, 'description'))}${fields === '' ? `<p><small>${renderType(schema)}</small></p>` : fields}</section>`
}

function renderOperation(shown: PathOperation, root: string): string {
  const { summary, description = '', requestBody, responses, operationId } = shown.operation
  return `<section class="operation" id="${operationId}">
<div>
<h2>${escapeHtml(summary)}</h2>
<p class="path"><b class="${shown.method}">${shown.method}</b> <code>${escapeHtml(shown.path)}</code></p>
${renderMarkdown(description)}
${renderParameters(shown)}
${requestBody === undefined ? '' : `<h3>Body</h3>${renderBody(requestBody.content)}`}
<h3>Answers</h3>
<dl>${Object.entries(responses)
    .map(([status, answer]) => renderAnswer(status, answer))
    .join('')}</dl>
${renderRefusals(responses)}
</div>
<div class="code">${renderSamples(shown, root)}${renderExample(responses)}</div>
</section>`
}

function renderParameters({ parameters }: PathOperation): string {
  if (parameters.length === 0) return ''
  const fields = parameters.map(({ name, in: place, required, schema, description }) =>
    renderField(
      name,
      `${renderType(schema)} · ${place}${required === true && place !== 'path' ? ' · required' : ''}`,
      toHtml(description),
    ),
  )
  return `<h3>Parameters</h3><dl>${fields.join('')}</dl>`
}

function renderBody(content: Readonly<Record<string, MediaType>>): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p><small>${type}</small> ${schema['properties'] ? '' : renderType(schema)}</p>${renderFields(schema)}`,
    )
    .join('')
}

function renderAnswer(status: string, { $ref, description = '', content = {} }: OpenApiResponse): string {
  if ($ref !== undefined || status === '400') return ''
  const types = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? renderShape(schema) : `<code>${escapeHtml(type)}</code>`,
  )
  const isError = !/^[23]/.test(status)
  return renderField(status, isError ? '' : types.join(), toHtml(description))
}

function renderRefusals(responses: Readonly<Record<string, OpenApiResponse>>): string {
  const places = Object.entries(responses['400']?.['x-issue-places'] ?? {})
  const rows = places.map(([field, codes]) =>
    renderField(field, codes.map((code) => `<a href="/docs/errors#issue-${code}">${code}</a>`).join(' '), ''),
  )
  const codes = Object.entries(errorCodes)
    .filter(([, { status }]) => String(status) in responses)
    .sort(([, one], [, other]) => one.status - other.status)
  const shared = codes.map(
    ([code, { status }]) => `${status} <a href="/docs/errors#error-${code}">${code}</a>`,
  )
  const list = rows.length === 0 ? '' : `<dl class="issues">${rows.join('')}</dl>`
  return `<details><summary>Errors</summary><p><small>${shared.join(' · ')}</small></p>${list}</details>`
}

function renderSamples(shown: PathOperation, root: string): string {
  return samplesOf(shown, root)
    .map((sample) =>
      renderCode(
        Object.entries(languages).map(([label, write]) => ({ label, code: write(sample) })),
        sample.name.replaceAll('_', ' '),
      ),
    )
    .join('')
}

function renderExample(responses: Readonly<Record<string, OpenApiResponse>>): string {
  const [found] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const [status = '', { content = {} } = {}] = found ?? []
  const examples = Object.values(content).map(({ example }) => example)
  const [example] = examples
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `<div class="sample answer"><pre tabindex="0" data-lang="${status}">${escapeHtml(text)}</pre></div>`
}
