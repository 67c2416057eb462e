/** The reference page, written from the document: no script, no download, light and dark. */
import { errorCodes } from '#shared/errors.ts'
import { errorDocsPath } from '../envelope.ts'
import { escapeHtml, renderPage, toHtml } from '../page-shell.ts'
import { renderFields, renderType, textOf } from './render-schema.ts'

type Node = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (Node & { readonly schema?: Node })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Response>>
}

type Response = Node & { readonly content?: Readonly<Record<string, MediaType>> }

interface MediaType {
  readonly schema: Node
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

/** The whole page. */
export function renderReference(document: ReferenceDocument): string {
  const { info, servers, tags, components } = document
  const operations = placeOperations(document)
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const schemas = Object.entries(components['schemas'] ?? {})
  const main = `<h1>${escapeHtml(info.title)} <span class="muted">${info.version}</span></h1>
<p class="lead">Base URL <code>${escapeHtml(servers[0]?.url ?? '')}</code> ·
<a href="/docs/openapi.json">openapi.json</a> · <a href="${errorDocsPath}">Errors</a></p>
${renderMarkdown(info.description)}
<nav aria-label="Operations">${groups.map(renderGroupLinks).join('')}</nav>
${groups.map((group) => renderGroup(group, document)).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchemaSection(name, schema)).join('\n')}`
  return renderPage(info.title, main, pageStyle)
}

function placeOperations({ paths }: ReferenceDocument): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

interface Group {
  readonly name: string
  readonly description: string
  readonly operations: readonly Placed[]
}

function renderGroupLinks({ name, operations }: Group): string {
  const links = operations.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
  )
  return `<details><summary>${escapeHtml(name)}</summary><ul>${links.join('')}</ul></details>`
}

function renderGroup({ name, description, operations }: Group, document: ReferenceDocument): string {
  return `<h2>${escapeHtml(name)}</h2>${renderMarkdown(description)}
${operations.map((placed) => renderOperation(placed, document)).join('\n')}`
}

function renderOperation({ path, method, operation }: Placed, document: ReferenceDocument): string {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation
  return `<section id="${operationId}">
<h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span class="muted">${escapeHtml(summary)}</span></h3>
${renderMarkdown(description)}
${renderParameters(parameters.map((parameter) => resolve(parameter, document)))}
${requestBody === undefined ? '' : `<h4>Body</h4>${renderContent(requestBody.content)}`}
<h4>Answers</h4>
${Object.entries(responses)
  .filter(([, response]) => response['$ref'] === undefined)
  .map(([status, response]) => renderAnswer(status, response))
  .join('\n')}
${renderSharedAnswers(responses)}
</section>`
}

function renderParameters(parameters: NonNullable<Operation['parameters']>): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema = {}, description }) =>
      `<tr><td><code>${escapeHtml(String(name))}</code><br><span class="muted">${String(place)}${required === true ? ', required' : ''}</span></td>
<td>${renderType(schema)}<br>${toHtml(String(description))}</td></tr>`,
  )
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`
}

function renderAnswer(status: string, { description, content = {} }: Response): string {
  return `<details><summary><strong>${status}</strong> ${toHtml(firstLine(String(description)))}</summary>
${renderMarkdown(String(description))}${renderContent(content)}</details>`
}

/** The refusals that are alike everywhere are explained on the page of errors. */
function renderSharedAnswers(responses: Operation['responses']): string {
  const shared = Object.keys(responses).filter((status) => responses[status]?.['$ref'] !== undefined)
  const codes = Object.entries(errorCodes).filter(([, { status }]) => shared.includes(String(status)))
  const links = codes.map(
    ([code, { status }]) => `${status} <a href="${errorDocsPath}#${code}"><code>${code}</code></a>`,
  )
  return `<p class="muted">Also ${links.join(', ')}.</p>`
}

function renderContent(content: Readonly<Record<string, MediaType>>): string {
  return Object.entries(content)
    .map(
      ([type, media]) =>
        `<p class="muted">${escapeHtml(type)} · ${renderType(media.schema)}</p>${renderFields(media.schema)}${renderExamples(media)}`,
    )
    .join('\n')
}

function renderExamples({ example, examples }: MediaType): string {
  const shown = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value)
  return shown
    .filter((value) => value !== undefined)
    .map((value) => `<pre tabindex="0">${escapeHtml(toText(value))}</pre>`)
    .join('\n')
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function renderSchemaSection(name: string, schema: Node): string {
  return `<section id="schema-${name}"><h3><code>${name}</code></h3>
${renderMarkdown(textOf(schema, 'description'))}
<p class="muted">${renderType(schema)}</p>${renderFields(schema)}</section>`
}

/** What a reference of the document stands for. */
function resolve(node: Node, { components }: ReferenceDocument): Node {
  const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(node['$ref'])) ?? []
  return kind === undefined || name === undefined ? node : (components[kind]?.[name] ?? node)
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

const pageStyle = `
main { max-width: 60rem; }
h4 { font-size: .9rem; margin: 1rem 0 .25rem; }
nav { columns: 16rem; margin: 1.5rem 0; }
nav details { break-inside: avoid; }
nav ul { margin: .2rem 0 .6rem; padding-left: 1.2rem; }
summary { cursor: pointer; }
.method { font: 600 .8rem ui-monospace, monospace; color: var(--accent); }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto; font: 13px/1.5 ui-monospace, monospace; }
`

/** The little Markdown that descriptions use: paragraphs, lists and code. */
function renderMarkdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(renderBlock)
    .join('\n')
}

function renderBlock(block: string): string {
  const lines = block.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${toHtml(block)}</p>`
  return `<ul>${lines.map((line) => `<li>${toHtml(line.slice(2))}</li>`).join('')}</ul>`
}
