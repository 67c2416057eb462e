/**
 * The reference page, written from the document and the guides, with one file of styles and one script; it
 * downloads nothing.
 */
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { escapeHtml, renderFrame, toHtml } from '../../page-shell.ts'
import {
  type JsonObject,
  type ReferenceDocument,
  type OpenApiResponse,
  type MediaType,
  type PathOperation,
  groupSections,
  sectionTexts,
  type Group,
  type Section,
} from './sections.ts'
import { renderField, renderFields, renderType, textOf, renderShape } from './render-schema.ts'
import { languages, samplesOf } from './languages.ts'

/** The quick start and the recipes: `page/guides.txt`, whose every block of code is run by a test as the page prints it. */
interface Guide {
  readonly id: string
  readonly title: string
  readonly html: string
}

const labels: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
}

/** Parses guides, each beginning with `## `; adjacent fenced blocks are one sample in several languages. */
function readGuides(text: string): Guide[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const id = title.toLowerCase().replaceAll(/\W+/g, '-')
      return { id, title, html: renderParts(lines.join('\n')) }
    })
}

const samples = /(?:^```\w+ ?\S*\n.*?\n```\n+)+/gms
const fences = /^```(\w+) ?(\S*)\n(.*?)\n```$/gms

function renderParts(text: string): string {
  const code = [...text.matchAll(samples)].map(([sample]) =>
    renderCode(
      [...sample.matchAll(fences)].map(([, language = '', file = '', code = '']) => ({
        label: labels[language] ?? language,
        code,
        ...(file !== '' && { file }),
      })),
    ),
  )
  return text
    .split(samples)
    .map((prose, position) => `${renderMarkdown(prose)}${code[position] ?? ''}`)
    .join('\n')
}

export function renderReference(document: ReferenceDocument, guideText: string): string {
  const { info, servers, components } = document
  const root = servers[0]?.url ?? ''
  const guides = readGuides(guideText.replaceAll('http://127.0.0.1:4417', new URL(root).origin))
  const groups = groupSections(document)
  const schemas = Object.entries(components['schemas'] ?? {})
  const body = `<a class="skip" href="#introduction">Skip to the text</a>
<header>
<a class="brand" href="#introduction">Vitrine <span>API</span></a>
<search><input id="find" type="search" placeholder="Search" aria-label="Search operations, parameters, types and errors" aria-controls="found" autocomplete="off" spellcheck="false"><kbd>/</kbd></search>
<div id="found" role="listbox" aria-label="Found" hidden></div>
<details class="contents" open><summary>Contents</summary>${renderContents(guides, groups, Object.keys(components['schemas'] ?? {}))}</details>
</header>
<main>
<section id="introduction"><div>
<h1>${escapeHtml(info.title)}</h1>
<p class="lead">Version ${info.version} · Base URL <code>${escapeHtml(root)}</code> · <a href="/docs/openapi.json">OpenAPI 3.1</a></p>
${renderMarkdown(info.description)}
</div></section>
${guides.map(({ id, title, html }) => `<section class="guide" id="${id}"><h2>${escapeHtml(title)}</h2>${html}</section>`).join('\n')}
${groups.map((group) => renderGroup(group, root)).join('\n')}
${renderErrors()}
<h2 id="types">Types</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema)).join('\n')}
</main>`
  return renderFrame(info.title, head, linkOperations(body, groups))
}

const head = `<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>`

function linkOperations(html: string, groups: readonly Group[]): string {
  const idOf = new Map(
    groups
      .flatMap(({ sections }) => sections.flatMap(({ all }) => all))
      .map(({ method, path, operation }) => [`${method} ${path}`, operation.operationId]),
  )
  return html.replaceAll(/<code>((?:GET|POST|PATCH) \/[^<]*)<\/code>/g, (code, named: string) => {
    const id = idOf.get(named)
    return id === undefined ? code : `<a href="#${id}">${code}</a>`
  })
}

function renderContents(
  guides: readonly Guide[],
  groups: readonly Group[],
  types: readonly string[],
): string {
  const parts: [string, readonly (readonly [string, string])[]][] = [
    ['Guides', [['introduction', 'Introduction'], ...guides.map(({ id, title }) => [id, title] as const)]],
    ...groups.map(({ name, sections }): [string, readonly (readonly [string, string])[]] => [
      name,
      sections.map(
        (section) => [section.shown.operation.operationId, sectionTexts(section).summary] as const,
      ),
    ]),
    [
      'Errors',
      [
        ['errors', 'Error codes'],
        ['issues', 'Issue codes'],
      ],
    ],
    ['Types', types.map((name) => [`schema-${name}`, name] as const)],
  ]
  const shown = parts.map(
    ([name, links]) =>
      `<details><summary>${escapeHtml(name)}</summary><ul>${links.map(([id, text]) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul></details>`,
  )
  return `<nav aria-label="Contents">${shown.join('')}</nav>`
}

function renderGroup({ name, description, sections }: Group, root: string): string {
  return `<div class="group"><h2>${escapeHtml(name)}</h2>${renderMarkdown(description)}</div>
${sections.map((section) => renderOperation(section, root)).join('\n')}`
}

function renderErrors(): string {
  const codes = Object.entries(errorCodes).map(
    ([code, { status, retriable, meaning, remedy }]) =>
      `<div id="error-${code}">${renderField(code, `HTTP ${status}${retriable ? ' · may be retried' : ''}`, `${toHtml(meaning)} ${toHtml(remedy)}`).slice('<div>'.length)}`,
  )
  const issues = Object.entries(issueCodes).map(
    ([issue, meaning]) =>
      `<div id="issue-${issue}">${renderField(issue, '', toHtml(meaning)).slice('<div>'.length)}`,
  )
  return `<section class="errors" id="errors"><h2>Error codes</h2>
<p>Every answer that is not 2xx has one shape: <code>error</code> with a <code>code</code>, a <code>message</code> that says what is wrong and what would pass,
and <code>field_errors</code>, which name every fault by its place. The <code>request_id</code> comes back in the <code>X-Request-Id</code> header too.</p>
<dl>${codes.join('')}</dl></section>
<section class="errors" id="issues"><h2>Issue codes</h2>
<p>What <code>issue</code> of a field error may say; where the request is malformed it is a sentence.</p>
<dl>${issues.join('')}</dl></section>`
}

function renderSchema(name: string, schema: JsonObject): string {
  const fields = renderFields(schema)
  return `<section class="schema" id="schema-${name}"><h3>${name}</h3>
${renderMarkdown(textOf(schema, 'description'))}${fields === '' ? `<p><small>${renderType(schema)}</small></p>` : fields}</section>`
}

function renderOperation(section: Section, root: string): string {
  const { shown, all } = section
  const { path, summary, description, general, plurals } = sectionTexts(section)
  const { requestBody, responses, operationId } = shown.operation
  const others = all.slice(1).map(({ operation }) => `<a id="${operation.operationId}"></a>`)
  return `<section class="operation" id="${operationId}">${others.join('')}
<div>
<h3>${escapeHtml(summary)}</h3>
<p class="path"><b class="${shown.method}">${shown.method}</b> <code>${escapeHtml(path)}</code></p>
${plurals.length === 0 ? '' : `<p class="plurals"><small>{plural} is ${plurals.join(', ')}</small></p>`}
${renderMarkdown(description)}
${renderParameters(shown)}
${requestBody === undefined ? '' : `<h4>Body</h4>${renderBody(requestBody.content)}`}
<h4>Answers</h4>
<dl>${Object.entries(responses)
    .map(([status, answer]) => renderAnswer(status, answer, general))
    .join('')}</dl>
${renderRefusals(responses)}
</div>
<div class="code">${renderSamples(section, root)}${renderExample(responses)}</div>
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
  return `<h4>Parameters</h4><dl>${fields.join('')}</dl>`
}

function renderBody(content: Readonly<Record<string, MediaType>>): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<p><small>${type}</small> ${schema['properties'] ? '' : renderType(schema)}</p>${renderFields(schema)}`,
    )
    .join('')
}

function renderAnswer(
  status: string,
  { $ref, description = '', content = {} }: OpenApiResponse,
  general: (text: string) => string,
): string {
  if ($ref !== undefined || status === '400') return ''
  const types = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? renderShape(schema) : `<code>${escapeHtml(type)}</code>`,
  )
  const isError = !/^[23]/.test(status)
  return renderField(status, isError ? '' : types.join(), toHtml(general(description)))
}

function renderRefusals(responses: Readonly<Record<string, OpenApiResponse>>): string {
  const places = Object.entries(responses['400']?.['x-issue-places'] ?? {})
  const rows = places.map(([field, codes]) =>
    renderField(field, codes.map((code) => `<a href="#issue-${code}">${code}</a>`).join(' '), ''),
  )
  const codes = Object.entries(errorCodes)
    .filter(([, { status }]) => String(status) in responses)
    .sort(([, one], [, other]) => one.status - other.status)
  const shared = codes.map(([code, { status }]) => `${status} <a href="#error-${code}">${code}</a>`)
  const list = rows.length === 0 ? '' : `<dl class="issues">${rows.join('')}</dl>`
  return `<details><summary>Errors</summary><p><small>${shared.join(' · ')}</small></p>${list}</details>`
}

function renderSamples({ all }: Section, root: string): string {
  const samples = all.flatMap((placed) =>
    samplesOf(placed, root).map((sample) => {
      const type = all.length === 1 ? '' : (placed.path.split('/')[1] ?? '')
      return { sample, name: [type, sample.name.replaceAll('_', ' ')].filter(Boolean).join(': ') }
    }),
  )
  return samples
    .map(({ sample, name }) =>
      renderCode(
        Object.entries(languages).map(([label, write]) => ({ label, code: write(sample) })),
        name,
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
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${renderText(block)}</p>`
  return `<ul>${lines.map((line) => `<li>${renderText(line.slice(2))}</li>`).join('')}</ul>`
}

function renderText(text: string): string {
  return toHtml(text).replaceAll(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>')
}

function renderCode(versions: readonly { label: string; code: string; file?: string }[], name = ''): string {
  const shown = versions.map(
    ({ label, code, file }) =>
      `<pre tabindex="0" data-lang="${label}"${file === undefined ? '' : ` data-file="${file}"`}>${escapeHtml(code)}</pre>`,
  )
  return `<div class="sample"${name === '' ? '' : ` data-name="${escapeHtml(name)}"`}>${shown.join('')}</div>`
}
