import { useMemo } from 'react'
import type { Api } from '../api/client.ts'
import { AttributePage } from '../attributes/attribute-page.tsx'
import type { RowWording } from '../attributes/draft-rows.tsx'
import { explainFault } from '../grid/data/issue-sentences.ts'
import { ShownValue } from '../grid/detail/shown-value.tsx'
import { currentFormats, type LocaleFormats } from '../grid/model/formats.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import '../grid/view/grid-cells.css'
import '../grid/detail/detail.css'

/** The page of one attribute, with values drawn as in the grid. */
export function AttributeWithRows() {
  const { api } = useWorkspace()
  const formats = currentFormats()
  const wording = useMemo(() => createWording(api, formats), [api, formats])
  return <AttributePage wording={wording} />
}

function createWording(api: Api, formats: LocaleFormats): RowWording {
  return {
    show: (value, column, type) => (
      <ShownValue value={value} column={column} context={{ api, type, formats }} />
    ),
    explain: explainFault,
  }
}
