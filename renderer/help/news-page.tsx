import { HelpBlocks } from './help-blocks.tsx'
import { readDocument, pageOf } from './help-topics.ts'
import '../ui/page.css'
import './help.css'

export function NewsPage() {
  const { title, blocks } = pageOf(readDocument('news'))
  return (
    <div className="api-page help-page" tabIndex={0} role="region" aria-label={title}>
      <header>
        <h1 className="catalog-title">{title}</h1>
      </header>
      <article className="help-text">
        <HelpBlocks blocks={blocks} />
      </article>
    </div>
  )
}
