import { escapeHtml, toHtml } from '../../page-shell.ts'

/** The little Markdown that descriptions use: paragraphs, lists, links to sections and code. */
export function renderMarkdown(text: string): string {
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

/** Code of which one language is shown at a time; the script of the page adds what chooses one. */
export function renderCode(
  versions: readonly { label: string; code: string; file?: string }[],
  name = '',
): string {
  const shown = versions.map(
    ({ label, code, file }) =>
      `<pre tabindex="0" data-lang="${label}"${file === undefined ? '' : ` data-file="${file}"`}>${escapeHtml(code)}</pre>`,
  )
  return `<div class="sample"${name === '' ? '' : ` data-name="${escapeHtml(name)}"`}>${shown.join('')}</div>`
}
