import { Suspense } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { CellType, PanelProps } from './cell-type.ts'
import { LongTextPanel, longTextCell } from './plain-cells.tsx'
import { toPlainText } from './stubs.ts'
import { t } from '../../ui/text.ts'

const LazyRichTextPanel = lazyPart(
  async () => (await import('./rich-text/rich-text-panel.tsx')).RichTextPanel,
)

function FormattedPanel(props: PanelProps) {
  return (
    <ErrorBoundary instead={<LongTextPanel {...props} />}>
      <Suspense fallback={<p className="grid-panel-note">{t('Loading the editor…')}</p>}>
        <LazyRichTextPanel {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * Rich text is HTML. The cell shows its text, the popover its formats or source; the app never inserts it
 * unchanged into a page.
 */
export const richTextCell: CellType = {
  ...longTextCell,
  render: (value) => stripMarkup(toPlainText(value).slice(0, 2_000)).slice(0, 300),
  editor: { kind: 'popover', Panel: FormattedPanel },
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

export function stripMarkup(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
