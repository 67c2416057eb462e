/** The part of Markdown that guides and the changelog are written in, as HTML. */
import { escapeHtml, toHtml } from '../../page-shell.ts'
import { toPageName } from './sections.ts'

interface CodeVersion {
  readonly label: string
  readonly code: string
  readonly file?: string
}

const labels: Readonly<Record<string, string>> = {
  curl: 'curl',
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  cli: 'Command line',
  json: 'JSON',
  text: 'Text',
}

const samples = /(?:^```\w+ ?\S*\n.*?\n```(?:\n+|$))+/gms
const fences = /^```(\w+) ?(\S*)\n(.*?)\n```$/gms

/** Blocks and samples; fenced blocks that follow each other are one sample in several languages. */
export function renderMarkdown(text: string): string {
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
    .map((prose, index) => `${renderBlocks(prose)}${code[index] ?? ''}`)
    .join('\n')
}

export function renderCode(versions: readonly CodeVersion[], name = ''): string {
  const shown = versions.map(
    ({ label, code, file }) =>
      `<pre tabindex="0" data-lang="${label}"${file === undefined ? '' : ` data-file="${file}"`}>${escapeHtml(code)}</pre>`,
  )
  return `<div class="sample"${name === '' ? '' : ` data-name="${escapeHtml(name)}"`}>${shown.join('')}</div>`
}

/** The same text for a reader of Markdown: fences name the languages that everybody knows. */
export function toPlainMarkdown(text: string): string {
  return text.replaceAll(/^```(?:curl|cli)$/gm, '```sh')
}

function renderBlocks(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(renderBlock)
    .join('\n')
}

function renderBlock(block: string): string {
  const [, marks = '', title = ''] = /^(#{2,4}) (.*)$/.exec(block) ?? []
  if (marks !== '') return renderHeading(marks.length, title)
  if (block.startsWith('|')) return renderTable(block.split('\n'))
  if (!block.startsWith('- ')) return `<p>${renderText(block)}</p>`
  const items = block.replaceAll(/\n +/g, ' ').split('\n')
  return `<ul>${items.map((line) => `<li>${renderText(line.replace(/^- /, ''))}</li>`).join('')}</ul>`
}

function renderHeading(level: number, title: string): string {
  return `<h${level}${level === 2 ? ` id="${toPageName(title)}"` : ''}>${renderText(title)}</h${level}>`
}

function renderTable([head = '', , ...rows]: readonly string[]): string {
  const cells = (row: string, tag: string) =>
    row
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => `<${tag}>${renderText(cell.trim())}</${tag}>`)
      .join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<div class="table" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`
}

function renderText(text: string): string {
  return toHtml(text)
    .replaceAll(/\[([^\]]+)\]\(([#/][\w/#.-]*)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}
