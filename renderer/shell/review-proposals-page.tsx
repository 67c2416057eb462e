import { useMemo } from 'react'
import type { Api } from '../api/client.ts'
import { ReviewPage } from '../generation/review/review-page.tsx'
import type { ReviewWording } from '../generation/review/review-wording.ts'
import { formatCell } from '../grid/cells/registry.ts'
import { explainFault } from '../grid/data/issue-sentences.ts'
import { ProposedEditor } from '../grid/detail/proposed-editor.tsx'
import { ShownValue } from '../grid/detail/shown-value.tsx'
import { currentFormats, type LocaleFormats } from '../grid/model/formats.ts'
import { useAllColumns } from '../query/use-grid-columns.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import '../grid/view/grid-cells.css'
import '../grid/view/grid-editors.css'
import '../grid/detail/detail.css'

export function ReviewProposalsPage() {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const formats = currentFormats()
  const wording = useMemo(() => createWording(api, columns, formats), [api, columns, formats])
  return <ReviewPage wording={wording} />
}

function createWording(api: Api, columns: ReviewWording['columns'], formats: LocaleFormats): ReviewWording {
  return {
    columns,
    format: (value, column, type) => formatCell(value, column, { api, type, formats }),
    show: (value, column, type) => (
      <ShownValue value={value} column={column} context={{ api, type, formats }} />
    ),
    edit: ({ type, ...edited }) => <ProposedEditor {...edited} context={{ api, type, formats }} />,
    explain: explainFault,
  }
}
