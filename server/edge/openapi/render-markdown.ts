import { toHtml } from '../page-shell.ts'

/** The little Markdown that descriptions use: paragraphs, lists and code. */
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
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${toHtml(block)}</p>`
  return `<ul>${lines.map((line) => `<li>${toHtml(line.slice(2))}</li>`).join('')}</ul>`
}
