/** All pages below `/docs/`, each as HTML and as Markdown: an overview, guides, one a resource, errors, changelog. */
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { escapeHtml, renderFrame, toHtml } from '../../page-shell.ts'
import type { Guide } from './guides.ts'
import { renderMarkdown, toPlainMarkdown } from './render-markdown.ts'
import { renderResource } from './render-operation.ts'
import { renderField } from './render-schema.ts'
import { resourceMarkdown } from './resource-markdown.ts'
import { listResources, type ReferenceDocument, type Resource, toPageName } from './sections.ts'

export interface DocsPage {
  /** The last part of its address; the overview has `overview`, and the address `/docs/`. */
  readonly name: string
  readonly title: string
  readonly part: 'Guides' | 'Reference' | 'More'
  readonly summary: string
  /** The entries of its contents: id and title of each section. */
  readonly sections: readonly (readonly [string, string])[]
  /** HTML of the main part. */
  readonly body: string
  readonly markdown: string
}

export interface DocsTexts {
  readonly guides: readonly Guide[]
  readonly changelog: string
}

/** Makes the pages of a document; links to operations lead to the page of their resource. */
export function makePages(document: ReferenceDocument, { guides, changelog }: DocsTexts): DocsPage[] {
  const resources = listResources(document)
  const link = linkOperations(resources)
  const pages = [
    ...guides.map(toGuidePage),
    ...resources.map((resource) => toResourcePage(resource, document)),
    errorsPage,
    toChangelogPage(changelog),
  ]
  return [toOverview(document, pages), ...pages].map((page) => ({ ...page, body: link(page.body) }))
}

export function addressOf({ name }: Pick<DocsPage, 'name'>): string {
  return name === 'overview' ? '/docs/' : `/docs/${name}`
}

/** The whole page, with contents that list all pages and the sections of this one. */
export function renderDocsPage(page: DocsPage, pages: readonly DocsPage[]): string {
  const body = `<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="/docs/">Vitrine <span>API</span></a>
<search><input id="find" type="search" placeholder="Search" aria-label="Search guides, operations, parameters, types and errors" aria-controls="found" autocomplete="off" spellcheck="false"><kbd>/</kbd></search>
<div id="found" role="listbox" aria-label="Found" hidden></div>
<details class="contents" open><summary>Contents</summary>${renderContents(page, pages)}</details>
</header>
<main id="main" class="${page.part.toLowerCase()}">
${page.body}
<p class="as-markdown"><a href="/docs/${page.name}.md">This page as Markdown</a></p>
</main>`
  return renderFrame(page.title, head, body)
}

const head = `<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/reference.js"></script>`

function renderContents(shown: DocsPage, pages: readonly DocsPage[]): string {
  const parts = Map.groupBy(pages, ({ part }) => part)
  const lists = [...parts].map(
    ([part, list]) => `<h2>${part}</h2><ul>${list.map((page) => renderLink(page, shown)).join('')}</ul>`,
  )
  return `<nav aria-label="Contents">${lists.join('')}</nav>`
}

function renderLink(page: DocsPage, shown: DocsPage): string {
  const isShown = page === shown || page.name === shown.name
  const sections = isShown
    ? `<ul>${page.sections.map(([id, title]) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul>`
    : ''
  const mark = isShown ? ' aria-current="page"' : ''
  return `<li><a href="${addressOf(page)}"${mark}>${escapeHtml(page.title)}</a>${sections}</li>`
}

function linkOperations(resources: readonly Resource[]): (html: string) => string {
  const addresses = new Map(
    resources.flatMap(({ name, operations }) =>
      operations.map(({ method, path, operation }) => [
        `${method} ${path}`,
        `/docs/${name}#${operation.operationId}`,
      ]),
    ),
  )
  return (html) =>
    html.replaceAll(/<code>((?:GET|POST|PATCH|PUT) \/[^<]*)<\/code>/g, (code, named: string) => {
      const address = addresses.get(named)
      return address === undefined ? code : `<a href="${address}">${code}</a>`
    })
}

const headings = /^## (.*)$/gm

function sectionsIn(text: string): [string, string][] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  return [...prose.matchAll(headings)].map(([, title = '']) => [toPageName(title), title])
}

function firstSentence(text: string): string {
  return text.replaceAll('\n', ' ').split(/\. |\.$/)[0] ?? ''
}

function toGuidePage({ name, title, text }: Guide): DocsPage {
  return {
    name,
    title,
    part: 'Guides',
    summary: firstSentence(text),
    sections: sectionsIn(text),
    body: `<h1>${escapeHtml(title)}</h1>\n${renderMarkdown(text)}`,
    markdown: `# ${title}\n\n${toPlainMarkdown(text)}`,
  }
}

function toResourcePage(resource: Resource, document: ReferenceDocument): DocsPage {
  const { name, title, description, operations } = resource
  return {
    name,
    title,
    part: 'Reference',
    summary: firstSentence(description),
    sections: operations.map(({ operation }) => [operation.operationId, operation.summary]),
    body: renderResource(resource, document),
    markdown: resourceMarkdown(resource, document),
  }
}

function toChangelogPage(changelog: string): DocsPage {
  const text = changelog.replace(/^# .*\n+/, '')
  return {
    name: 'changelog',
    title: 'Changelog',
    part: 'More',
    summary: 'What has changed, newest first',
    sections: sectionsIn(text),
    body: `<h1>Changelog</h1>\n${renderMarkdown(text)}`,
    markdown: changelog,
  }
}

const introduction = `Every answer that is not 2xx has one shape: \`error\` with a \`code\`, a \`message\` that says what is wrong and what would pass,
and \`field_errors\`, which name every fault by its place. The \`request_id\` comes back in the \`X-Request-Id\` header too.`

const issueIntroduction =
  'What `issue` of a field error may say; where the request is malformed it is a sentence.'

const describedCodes = Object.entries(errorCodes).map(
  ([code, { status, retriable, meaning, remedy }]) =>
    [code, `HTTP ${status}${retriable ? ' · may be retried' : ''}`, `${meaning} ${remedy}`] as const,
)

const errorsPage: DocsPage = {
  name: 'errors',
  title: 'Errors',
  part: 'More',
  summary: 'Error codes and issue codes, and what to do about each',
  sections: [
    ['errors', 'Error codes'],
    ['issues', 'Issue codes'],
  ],
  body: `<h1>Errors</h1>
<section class="errors" id="errors"><h2>Error codes</h2>${renderMarkdown(introduction)}
<dl>${describedCodes.map(([code, status, text]) => renderCodeField(`error-${code}`, code, status, text)).join('')}</dl></section>
<section class="errors" id="issues"><h2>Issue codes</h2>${renderMarkdown(issueIntroduction)}
<dl>${Object.entries(issueCodes)
    .map(([issue, meaning]) => renderCodeField(`issue-${issue}`, issue, '', meaning))
    .join('')}</dl></section>`,
  markdown: [
    '# Errors',
    introduction,
    describedCodes.map(([code, status, text]) => `- \`${code}\` (${status}): ${text}`).join('\n'),
    '## Issue codes',
    issueIntroduction,
    Object.entries(issueCodes)
      .map(([issue, meaning]) => `- \`${issue}\`: ${meaning}`)
      .join('\n'),
  ].join('\n\n'),
}

function renderCodeField(id: string, name: string, type: string, text: string): string {
  return `<div id="${id}">${renderField(name, type, toHtml(text)).slice('<div>'.length)}`
}

function toOverview({ info, servers }: ReferenceDocument, pages: readonly DocsPage[]): DocsPage {
  const root = servers[0]?.url ?? ''
  const lists = [...Map.groupBy(pages, ({ part }) => part)].map(
    ([part, list]) =>
      `## ${part}\n\n${list.map((page) => `- [${page.title}](${addressOf(page)}): ${page.summary}.`).join('\n')}`,
  )
  const text = `Version ${info.version}. The address of the API is \`${root}\`, and [/docs/openapi.json](/docs/openapi.json) is the same as OpenAPI 3.1.

${info.description}

New here? Begin with [the first request](/docs/first-request). In the app, the page “API and keys” makes keys and shows a first answer.

${lists.join('\n\n')}
`
  return {
    name: 'overview',
    title: 'Overview',
    part: 'Guides',
    summary: 'What the API is, and all pages',
    sections: sectionsIn(text),
    body: `<h1>${escapeHtml(info.title)}</h1>\n${renderMarkdown(text)}`,
    markdown: `# ${info.title}\n\n${text}`,
  }
}
