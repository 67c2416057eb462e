/** The quick start and the recipes: `page/guides.txt`, whose every block of code is run by a test as the page prints it. */
import { renderCode, renderMarkdown } from './markdown.ts'

export interface Guide {
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

/** The guides of a text, in which `## ` begins each and fences hold code; fences right behind each other are one in several languages. */
export function readGuides(text: string): Guide[] {
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
    .map((prose, place) => `${renderMarkdown(prose)}${code[place] ?? ''}`)
    .join('\n')
}
