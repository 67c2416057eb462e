import { useMemo, type ComponentType } from 'react'
import { formatCell } from '../grid/cells/registry.ts'
import { currentFormats } from '../grid/model/formats.ts'
import { FindingsPage } from '../quality/findings-page.tsx'
import type { FindingWording } from '../quality/finding-table.tsx'
import { RulesPage } from '../quality/rules-page.tsx'
import { useAllColumns } from '../query/use-grid-columns.ts'
import { useWorkspace } from '../state/workspace-context.ts'

function worded(Part: ComponentType<{ wording: FindingWording }>): ComponentType {
  return function Worded() {
    const { api } = useWorkspace()
    const columns = useAllColumns(api)
    const formats = currentFormats()
    const wording = useMemo(
      (): FindingWording => ({
        columns,
        format: (value, column, type) => formatCell(value, column, { api, type, formats }),
      }),
      [api, columns, formats],
    )
    return <Part wording={wording} />
  }
}

export const WordedFindings = worded(FindingsPage)
export const WordedRules = worded(RulesPage)
