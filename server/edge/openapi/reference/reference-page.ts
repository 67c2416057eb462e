/** The reference page, written from the document and the guides: one file of styles and one of script beside it, no download. */
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { escapeHtml, renderFrame, toHtml } from '../../page-shell.ts'
import type { Node, ReferenceDocument } from './document.ts'
import { readGuides, type Guide } from './guides.ts'
import { renderMarkdown } from './markdown.ts'
import { renderOperation } from './render-operation.ts'
import { renderField, renderFields, renderType, textOf } from './render-schema.ts'
import { groupSections, wordsOf, type Group } from './sections.ts'

/** The whole page. */
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

/** Operations that a text names lead to their section. */
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
      sections.map((section) => [section.shown.operation.operationId, wordsOf(section).summary] as const),
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

function renderSchema(name: string, schema: Node): string {
  const fields = renderFields(schema)
  return `<section class="schema" id="schema-${name}"><h3>${name}</h3>
${renderMarkdown(textOf(schema, 'description'))}${fields === '' ? `<p><small>${renderType(schema)}</small></p>` : fields}</section>`
}
